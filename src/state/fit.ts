import { instantOf } from "../model/values.ts";
import type { Bounds } from "./bodies.ts";
import { footprintOf, type HeldEntry, isActive, type State } from "./state.ts";

/** What asks for room. */
export interface Wanted {
  readonly tokens: number;
  readonly score: number;
  /** Tokens that the same step gives back, as by superseding. */
  readonly freed?: number;
  /** Entries that the same step changes and that therefore cannot make room. */
  readonly spared?: ReadonlySet<HeldEntry>;
}

/** How room is made for something. */
export interface Room {
  readonly fits: boolean;
  /** Entries to evict; none when it cannot fit, so that nothing shrinks in vain. */
  readonly evict: readonly HeldEntry[];
  /** Tokens there would be after evicting everything that may go. */
  readonly most: number;
  /** What may go, in the order it would. */
  readonly weaker: readonly HeldEntry[];
}

/** Plans room for something before anything is changed. */
export function planRoom(
  state: State,
  { tokens, score, freed = 0, spared = new Set() }: Wanted,
  protectedSlots: readonly string[],
): Room {
  const { budget_tokens, eviction } = state.bounds;
  const free = budget_tokens - (footprintOf(state) - freed);
  // What came in over its budget is kept whole; nothing is admitted until it fits by itself.
  if (free < 0) return { fits: false, evict: [], most: 0, weaker: [] };
  if (tokens <= free) return { fits: true, evict: [], most: free, weaker: [] };
  const weaker = [...state.entries.values()]
    .filter((entry) => isActive(entry) && entry.image.tokens > 0 && !spared.has(entry))
    .filter((entry) => !protectedSlots.includes(entry.image.slot))
    .filter((entry) => mayGo(eviction, entry, score))
    .sort(orders[eviction]);
  const most = weaker.reduce((sum, { image }) => sum + image.tokens, free);
  if (tokens > most) return { fits: false, evict: [], most, weaker };
  return { fits: true, evict: takeUntil(weaker, tokens - free), most, weaker };
}

function mayGo(eviction: Bounds["eviction"], { image }: HeldEntry, score: number): boolean {
  if (eviction === "manual") return false;
  return eviction === "oldest" || image.score < score;
}

/** The first entries that together give back so many tokens. */
function takeUntil(entries: readonly HeldEntry[], needed: number): readonly HeldEntry[] {
  const taken: HeldEntry[] = [];
  let left = needed;
  for (const entry of entries) {
    if (left <= 0) break;
    taken.push(entry);
    left -= entry.image.tokens;
  }
  return taken;
}

type Order = (left: HeldEntry, right: HeldEntry) => number;

const byAge: Order = (left, right) =>
  compareTimes(left.image.committed_at, right.image.committed_at) ||
  (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);

const orders: Readonly<Record<Bounds["eviction"], Order>> = {
  "lowest-score": (left, right) => left.image.score - right.image.score || byAge(left, right),
  oldest: byAge,
  manual: byAge,
};

function compareTimes(left: string, right: string): number {
  return left === right ? 0 : Number((instantOf(left) ?? 0n) - (instantOf(right) ?? 0n));
}
