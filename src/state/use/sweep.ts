import * as z from "zod";
import { isOwnOrShared } from "../../model/state.ts";
import { type Decision, deletionChange, entryChange } from "../change.ts";
import { planEviction } from "../commit/plan-eviction.ts";
import { archivedEntry } from "../entry.ts";
import { isActive, type LiveEntry, type State, tokenCountOf } from "../state.ts";
import type { EntryUse } from "./entry-use.ts";
import { type DecayOptions, retrievalStrength } from "./retrieval-strength.ts";
import { type SweepCandidate, type SweepRules, sweepReasons } from "./sweep-rules.ts";

/** How a sweep goes through a state. */
export interface SweepOptions extends SweepRules {
  /** Also delete entries that were archived before. What this sweep archives is not among them. */
  readonly hard: boolean;
  readonly protect_slots: readonly string[];
  /** Only entries of this namespace and of `shared` are considered. */
  readonly namespace: string;
}

/** An entry that a sweep archived or deleted. */
export const sweptEntrySchema = () =>
  z.object({
    id: z.string(),
    namespace: z.string(),
    action: z.enum(["archive", "delete"]),
    reason: z.string(),
    retrieval_strength: z.number().nullable(),
  });

/** An entry that a sweep archived or deleted. */
export type SweptEntry = z.infer<ReturnType<typeof sweptEntrySchema>>;

/** Plans a sweep. Without any rule it reduces a state that exceeds its budget, by the state's own policy. */
export function planSweep(
  state: State,
  use: (entry: LiveEntry) => EntryUse,
  {
    now,
    strength,
    ...rules
  }: SweepOptions & { readonly now: Date; readonly strength: DecayOptions },
): Decision<readonly SweptEntry[]> {
  const toCandidate = (item: LiveEntry): SweepCandidate<LiveEntry> => {
    const { last_access, access_count: accesses, useful_count: useful } = use(item);
    const since = last_access ?? item.image.committed_at;
    const value = retrievalStrength({ since, accesses, useful }, now, strength);
    return { item, strength: value, since, useful };
  };
  const own = withinNamespace(state, rules.namespace);
  const all = [...own.entries.values()].map(toCandidate);
  const active = all.filter(({ item }) => isActive(item) && isUnprotected(item, rules));
  const over = tokenCountOf(state) - state.bounds.budget_tokens;
  const reasons = reasonsOf(own, active, { ...rules, now, over });
  const deleted = rules.hard ? all.filter(({ item }) => !isActive(item)) : [];
  const archived = active.filter(({ item }) => reasons.has(item));
  return {
    changes: [
      ...deleted.map(({ item }) => deletionChange(item, { reason: "hard delete" })),
      ...archived.map(({ item, strength: retrieval_strength }) =>
        entryChange(state, "state_evicted", archivedEntry(item, "deprecated"), {
          reason: reasons.get(item),
          details: { retrieval_strength },
        }),
      ),
    ],
    result: [
      ...deleted.map((candidate) => toSweptEntry(candidate, "delete", "hard delete")),
      ...archived.map((candidate) =>
        toSweptEntry(candidate, "archive", reasons.get(candidate.item) ?? ""),
      ),
    ],
  };
}

function withinNamespace(state: State, namespace: string): State {
  const own = [...state.entries].filter(([, entry]) => isOwnOrShared(entry.namespace, namespace));
  return { ...state, entries: new Map(own) };
}

function isUnprotected(
  { image }: LiveEntry,
  { protect_slots }: Pick<SweepOptions, "protect_slots">,
): boolean {
  return !protect_slots.includes(image.slot);
}

function toSweptEntry(
  { item: { id, namespace }, strength }: SweepCandidate<LiveEntry>,
  action: SweptEntry["action"],
  reason: string,
): SweptEntry {
  return { id, namespace, action, reason, retrieval_strength: strength };
}

type Rules = SweepOptions & {
  readonly now: Date;
  /** Tokens by which the state exceeds its budget. */
  readonly over: number;
};

/** The reason for each entry to be archived; without any rule, that the state exceeds its budget. */
function reasonsOf(
  state: State,
  active: readonly SweepCandidate<LiveEntry>[],
  rules: Rules,
): ReadonlyMap<LiveEntry, string> {
  const reasons = sweepReasons(active, rules, rules.now);
  const { ttl_days, min_strength, max_keep, lru, hard } = rules;
  const hasNoRule = ttl_days === undefined && min_strength === undefined && max_keep === undefined;
  if (hasNoRule && !lru && !hard) {
    for (const entry of entriesOverBudget(state, rules)) reasons.set(entry, "footprint_saturation");
  }
  return reasons;
}

/** The entries to archive until the state fits its budget, in the order of its policy. */
function entriesOverBudget(state: State, { protect_slots, over }: Rules): readonly LiveEntry[] {
  if (over <= 0) return [];
  // As if a new entry asked for the excess tokens in a state that is exactly full.
  const full = { ...state.bounds, budget_tokens: tokenCountOf(state) };
  const eviction = full.eviction === "manual" ? ("lowest-score" as const) : full.eviction;
  const request = { tokens: over, score: Number.POSITIVE_INFINITY };
  const plan = planEviction({ ...state, bounds: { ...full, eviction } }, request, protect_slots);
  return plan.fits ? plan.evict : plan.candidates;
}
