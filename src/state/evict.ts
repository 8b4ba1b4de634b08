import { isOwnOrShared } from "../model/state.ts";
import { type Decision, entryChange, goneChange } from "./change.ts";
import { archived } from "./entry.ts";
import { planRoom } from "./fit.ts";
import { footprintOf, type HeldEntry, isActive, type State } from "./state.ts";
import { retrievalStrength, type StrengthOptions } from "./strength.ts";
import type { EntryUse } from "./use.ts";
import { reasonsToGo, type WeakRules, type Weighed } from "./weak.ts";

/** What a sweep through the state puts away. */
export interface Sweep extends WeakRules {
  /** What was archived before is deleted. */
  readonly hard: boolean;
  readonly protect_slots: readonly string[];
  /** Entries of this namespace and of the one that all share; those of others are not touched. */
  readonly namespace: string;
}

/** One entry that a sweep put away. */
export interface Swept {
  readonly id: string;
  readonly namespace: string;
  readonly action: "archive" | "delete";
  readonly reason: string;
  readonly retrieval_strength: number;
}

/** Plans a sweep. Without any rule it makes an over-full state fit its budget, the weakest first. */
export function sweep(
  state: State,
  use: (entry: HeldEntry) => EntryUse,
  { now, strength, ...rules }: Sweep & { readonly now: Date; readonly strength: StrengthOptions },
): Decision<readonly Swept[]> {
  const weigh = (each: HeldEntry): Weighed<HeldEntry> => {
    const { last_access, access_count: accesses, useful_count: useful } = use(each);
    const since = last_access ?? each.image.committed_at;
    const value = retrievalStrength({ since, accesses, useful }, now, strength);
    return { each, strength: value, since, useful };
  };
  const own = withinNamespace(state, rules.namespace);
  const all = [...own.entries.values()].map(weigh);
  const active = all.filter(({ each }) => isActive(each) && mayGo(each, rules));
  const over = footprintOf(state) - state.bounds.budget_tokens;
  const reasons = reasonsOf(own, active, { ...rules, now, over });
  const goners = rules.hard ? all.filter(({ each }) => !isActive(each)) : [];
  const put = active.filter(({ each }) => reasons.has(each));
  return {
    changes: [
      ...goners.map(({ each }) => goneChange(each, { reason: "hard delete" })),
      ...put.map(({ each, strength: retrieval_strength }) =>
        entryChange(state, "state_evicted", archived(each, "deprecated"), {
          reason: reasons.get(each),
          details: { retrieval_strength },
        }),
      ),
    ],
    result: [
      ...goners.map((gone) => sweptOf(gone, "delete", "hard delete")),
      ...put.map((weak) => sweptOf(weak, "archive", reasons.get(weak.each) ?? "")),
    ],
  };
}

function withinNamespace(state: State, namespace: string): State {
  const own = [...state.entries].filter(([, entry]) => isOwnOrShared(entry.namespace, namespace));
  return { ...state, entries: new Map(own) };
}

function mayGo({ image }: HeldEntry, { protect_slots }: Pick<Sweep, "protect_slots">): boolean {
  return !protect_slots.includes(image.slot);
}

function sweptOf(
  { each: { id, namespace }, strength }: Weighed<HeldEntry>,
  action: Swept["action"],
  reason: string,
): Swept {
  return { id, namespace, action, reason, retrieval_strength: strength };
}

/** `over` is by how many tokens the whole state is over its budget. */
type Rules = Sweep & { readonly now: Date; readonly over: number };

/** Why each entry goes; without any rule, because the state is over-full. */
function reasonsOf(
  state: State,
  active: readonly Weighed<HeldEntry>[],
  rules: Rules,
): ReadonlyMap<HeldEntry, string> {
  const reasons = reasonsToGo(active, rules, rules.now);
  const { ttl_days, min_strength, max_keep, lru, hard } = rules;
  const isPlain = ttl_days === undefined && min_strength === undefined && max_keep === undefined;
  if (isPlain && !lru && !hard) {
    for (const entry of overflow(state, rules)) reasons.set(entry, "footprint_saturation");
  }
  return reasons;
}

/** What has to go until an over-full state fits, in the order of its policy. */
function overflow(state: State, { protect_slots, over }: Rules): readonly HeldEntry[] {
  if (over <= 0) return [];
  const widened = { ...state.bounds, budget_tokens: footprintOf(state) };
  const eviction = widened.eviction === "manual" ? ("lowest-score" as const) : widened.eviction;
  const wanted = { tokens: over, score: Number.POSITIVE_INFINITY };
  const room = planRoom({ ...state, bounds: { ...widened, eviction } }, wanted, protect_slots);
  return room.fits ? room.evict : room.weaker;
}
