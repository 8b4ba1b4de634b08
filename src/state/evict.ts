import { type Decision, entryChange, goneChange } from "./change.ts";
import { archived } from "./entry.ts";
import { planRoom } from "./fit.ts";
import { footprintOf, type HeldEntry, isActive, type State } from "./state.ts";
import { daysBetween, retrievalStrength, type StrengthOptions } from "./strength.ts";
import type { EntryUse } from "./use.ts";

/** What a sweep through the state puts away. */
export interface Sweep {
  /** Entries not read for more days than this, unless they proved useful. */
  readonly ttl_days?: number | undefined;
  /** Entries whose strength is below this. */
  readonly min_strength?: number | undefined;
  /** Only so many stay, the strongest. */
  readonly max_keep?: number | undefined;
  /** The weaker half goes, when nothing says how many stay. */
  readonly lru: boolean;
  /** What was archived before is deleted. */
  readonly hard: boolean;
  readonly protect_slots: readonly string[];
}

/** One entry that a sweep put away. */
export interface Swept {
  readonly id: string;
  readonly namespace: string;
  readonly action: "archive" | "delete";
  readonly reason: string;
  readonly retrieval_strength: number;
}

interface Weighed {
  readonly entry: HeldEntry;
  readonly strength: number;
  readonly use: EntryUse;
}

/** Plans a sweep. Without any rule it makes an over-full state fit its budget, the weakest first. */
export function sweep(
  state: State,
  use: (entry: HeldEntry) => EntryUse,
  { now, strength, ...rules }: Sweep & { readonly now: Date; readonly strength: StrengthOptions },
): Decision<readonly Swept[]> {
  const weigh = (entry: HeldEntry): Weighed => {
    const known = use(entry);
    const since = known.last_access ?? entry.image.committed_at;
    const { access_count: accesses, useful_count: useful } = known;
    const value = retrievalStrength({ since, accesses, useful }, now, strength);
    return { entry, strength: value, use: known };
  };
  const all = [...state.entries.values()].map(weigh);
  const active = all.filter(({ entry }) => isActive(entry) && mayGo(entry, rules));
  const reasons = reasonsOf(state, active, { ...rules, now });
  const goners = rules.hard ? all.filter(({ entry }) => !isActive(entry)) : [];
  const put = active.filter(({ entry }) => reasons.has(entry));
  return {
    changes: [
      ...goners.map(({ entry }) => goneChange(entry, { reason: "hard delete" })),
      ...put.map(({ entry, strength: retrieval_strength }) =>
        entryChange(state, "state_evicted", archived(entry, "deprecated"), {
          reason: reasons.get(entry),
          details: { retrieval_strength },
        }),
      ),
    ],
    result: [
      ...goners.map((each) => sweptOf(each, "delete", "hard delete")),
      ...put.map((each) => sweptOf(each, "archive", reasons.get(each.entry) ?? "")),
    ],
  };
}

function mayGo({ image }: HeldEntry, { protect_slots }: Pick<Sweep, "protect_slots">): boolean {
  return !protect_slots.includes(image.slot);
}

function sweptOf(
  { entry: { id, namespace }, strength }: Weighed,
  action: Swept["action"],
  reason: string,
): Swept {
  return { id, namespace, action, reason, retrieval_strength: strength };
}

type Rules = Sweep & { readonly now: Date };

/** Why each entry goes; one that goes for two reasons names the first. */
function reasonsOf(
  state: State,
  active: readonly Weighed[],
  rules: Rules,
): ReadonlyMap<HeldEntry, string> {
  const reasons = new Map<HeldEntry, string>();
  const { ttl_days, min_strength, max_keep, lru } = rules;
  for (const { entry, strength, use } of active) {
    const days = daysBetween(use.last_access ?? entry.image.committed_at, rules.now);
    const isKept = use.useful_count > 0 && strength >= 1;
    if (ttl_days !== undefined && days > ttl_days && !isKept) reasons.set(entry, "ttl");
    else if (min_strength !== undefined && strength < min_strength) reasons.set(entry, "strength");
  }
  const left = active.filter(({ entry }) => !reasons.has(entry));
  const weakest = left.toSorted((one, other) => one.strength - other.strength);
  const half = lru && max_keep === undefined ? Math.max(1, Math.floor(active.length / 2)) : 0;
  const surplus = max_keep === undefined ? half : Math.max(0, left.length - max_keep);
  for (const { entry } of weakest.slice(0, surplus)) reasons.set(entry, lru ? "lru" : "max_keep");
  const isPlain = ttl_days === undefined && min_strength === undefined && max_keep === undefined;
  if (isPlain && !lru && !rules.hard) {
    for (const entry of overflow(state, rules)) reasons.set(entry, "footprint_saturation");
  }
  return reasons;
}

/** What has to go until an over-full state fits, in the order of its policy. */
function overflow(state: State, { protect_slots }: Rules): readonly HeldEntry[] {
  const over = footprintOf(state) - state.bounds.budget_tokens;
  if (over <= 0) return [];
  const widened = { ...state.bounds, budget_tokens: footprintOf(state) };
  const eviction = widened.eviction === "manual" ? ("lowest-score" as const) : widened.eviction;
  const wanted = { tokens: over, score: Number.POSITIVE_INFINITY };
  const room = planRoom({ ...state, bounds: { ...widened, eviction } }, wanted, protect_slots);
  return room.fits ? room.evict : room.weaker;
}
