/**
 * Decides which entries make space. All or nothing: if even all candidates together do not free
 * enough, none is evicted. Entries of protected slots, and entries that the same step changes, are
 * never candidates.
 */

import { instantOf } from "../../model/values.ts";
import type { Bounds } from "../event-bodies.ts";
import { isActive, type LiveEntry, type State, tokenCountOf } from "../state.ts";

/** The tokens that a new entry needs. */
export interface SpaceRequest {
  readonly tokens: number;
  readonly score: number;
  /** Tokens that the same step frees, for example by superseding an entry. */
  readonly freed?: number;
  /** Entries that the same step changes and that therefore cannot be evicted. */
  readonly exempt?: ReadonlySet<LiveEntry>;
}

/** How the tokens can be freed. */
export interface EvictionPlan {
  readonly fits: boolean;
  /** Entries to evict; none when the request cannot be met, so that nothing is evicted in vain. */
  readonly evict: readonly LiveEntry[];
  /** Tokens that would be free after evicting every candidate. */
  readonly maxTokens: number;
  /** Entries that may be evicted, in order. */
  readonly candidates: readonly LiveEntry[];
}

/** Plans which entries to evict for a new one, by the policy of the state. */
export function planEviction(
  state: State,
  { tokens, score, freed = 0, exempt = new Set() }: SpaceRequest,
  protectedSlots: readonly string[],
): EvictionPlan {
  const { budget_tokens, eviction } = state.bounds;
  const free = budget_tokens - (tokenCountOf(state) - freed);
  // A state that was imported over its budget keeps everything, and admits nothing until it fits again.
  if (free < 0) return { fits: false, evict: [], maxTokens: 0, candidates: [] };
  if (tokens <= free) return { fits: true, evict: [], maxTokens: free, candidates: [] };
  const candidates = [...state.entries.values()]
    .filter((entry) => isActive(entry) && entry.image.tokens > 0 && !exempt.has(entry))
    .filter((entry) => !protectedSlots.includes(entry.image.slot))
    .filter((entry) => isEvictable(eviction, entry, score))
    .sort(evictionOrders[eviction]);
  const maxTokens = candidates.reduce((sum, { image }) => sum + image.tokens, free);
  if (tokens > maxTokens) return { fits: false, evict: [], maxTokens, candidates };
  return { fits: true, evict: takeTokens(candidates, tokens - free), maxTokens, candidates };
}

/** By score only a lower one goes: otherwise two equal entries would evict each other in turn. */
function isEvictable(eviction: Bounds["eviction"], { image }: LiveEntry, score: number): boolean {
  if (eviction === "manual") return false;
  return eviction === "oldest" || image.score < score;
}

/** The first entries that together free so many tokens. */
function takeTokens(entries: readonly LiveEntry[], needed: number): readonly LiveEntry[] {
  const taken: LiveEntry[] = [];
  let left = needed;
  for (const entry of entries) {
    if (left <= 0) break;
    taken.push(entry);
    left -= entry.image.tokens;
  }
  return taken;
}

type Order = (left: LiveEntry, right: LiveEntry) => number;

/** Ties go by id, so that every machine evicts the same entries. */
const byAge: Order = (left, right) =>
  compareTimes(left.image.committed_at, right.image.committed_at) ||
  (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);

const evictionOrders: Readonly<Record<Bounds["eviction"], Order>> = {
  "lowest-score": (left, right) => left.image.score - right.image.score || byAge(left, right),
  oldest: byAge,
  manual: byAge,
};

function compareTimes(left: string, right: string): number {
  return left === right ? 0 : Number((instantOf(left) ?? 0n) - (instantOf(right) ?? 0n));
}
