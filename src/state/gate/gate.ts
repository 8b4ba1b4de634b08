import { DEFAULT_NAMESPACE } from "../../model/state.ts";
import { type Audit, auditOf, type Signal, signal } from "./audit.ts";
import type { GateConfig } from "./config.ts";
import { compareToEntries } from "./feature-cache.ts";
import type { Features } from "./features.ts";
import { areEqual, countMissing, overlapOf } from "./overlap.ts";

/** Something that asks to be committed. */
export interface Candidate {
  readonly id: string | null;
  readonly content: string;
  readonly namespace: string | null;
  /** How well it answers the goal, from 0 to 1; 1 when there is no goal. */
  readonly relevance: number;
}

/** An entry in force, as the gate sees it. */
export interface GateEntry {
  readonly namespace: string;
  readonly id: string;
  readonly content: string;
  readonly version: number;
}

/** Why the gate decided so, in the vocabulary of the trail. */
export type GateReason =
  | "qualified"
  | "below_relevance_threshold"
  | "redundant"
  | "drift"
  | "gate_rejected";

/**
 * What the gate says. `update` is for an id that is in force (its version decides next), `conflict` proposes
 * to supersede `matched`; only `admit` may be committed as it is.
 */
export interface Verdict {
  readonly decision: "admit" | "update" | "conflict" | "reject";
  readonly reason: GateReason;
  readonly signals: readonly Signal[];
  readonly matched: { readonly namespace: string; readonly id: string } | null;
  readonly audit: Audit;
}

/** Decides whether a candidate may join the entries in force. Reads nothing but its arguments. */
export function qualify(
  candidate: Candidate,
  entries: readonly GateEntry[],
  config: GateConfig,
): Verdict {
  const { min_relevance, min_novelty, max_drift } = config.thresholds;
  const namespace = candidate.namespace ?? DEFAULT_NAMESPACE;
  const relevance = Number.isFinite(candidate.relevance) ? candidate.relevance : 0;
  const same =
    candidate.id === null
      ? undefined
      : entries.find((entry) => entry.id === candidate.id && entry.namespace === namespace);
  const found = compare(candidate.content, namespace, entries, 1 - min_novelty);
  const signals = [
    signal("relevance", relevance, min_relevance, relevance >= min_relevance),
    signal("uniqueness", same === undefined ? 1 : 0, 0.5, same === undefined),
    signal("novelty", 1 - found.overlap, min_novelty, 1 - found.overlap >= min_novelty),
    ...found.signals(max_drift),
  ];
  const decide = (decision: Verdict["decision"], reason: GateReason, matched?: GateEntry | null) =>
    verdict(signals, { decision, reason, matched: matched ?? null });
  if (relevance < min_relevance) return decide("reject", "below_relevance_threshold");
  if (same !== undefined) return decide("update", "qualified", same);
  if (found.repeated !== null) return decide("reject", "redundant", found.repeated);
  if (found.drift >= max_drift) return decide("conflict", "drift", found.contradicted);
  if (found.covering !== null) return decide("reject", "redundant", found.covering);
  return decide("admit", "qualified");
}

/** Puts a verdict together with its audit. */
export function verdict(
  signals: readonly Signal[],
  { decision, reason, matched }: Pick<Verdict, "decision" | "reason" | "matched">,
): Verdict {
  return {
    decision,
    reason,
    signals,
    matched: matched === null ? null : { namespace: matched.namespace, id: matched.id },
    audit: auditOf(signals, decision === "admit" || decision === "update"),
  };
}

interface Comparison {
  /** Greatest word overlap with any entry. */
  readonly overlap: number;
  /** An entry that says the same: equal words, names and values. */
  readonly repeated: GateEntry | null;
  /** An entry whose words are nearly the same and that has all names and values of the candidate. */
  readonly covering: GateEntry | null;
  readonly drift: number;
  readonly contradicted: GateEntry | null;
  /** Signals that exist only where there was something to compare with. */
  signals(maxDrift: number): readonly Signal[];
}

function compare(
  content: string,
  namespace: string,
  entries: readonly GateEntry[],
  nearlySame: number,
): Comparison {
  const { own, overlaps, hasSameNames, featuresAt } = compareToEntries(content, entries);
  let [overlap, drift, distinct] = [0, 0, 1];
  let repeated: GateEntry | null = null;
  let covering: GateEntry | null = null;
  let contradicted: GateEntry | null = null;
  let comparable = false;
  for (let index = 0; index < overlaps.length && !own.isRedacted; index++) {
    const shared = overlaps[index] ?? 0;
    if (shared <= nearlySame && shared <= overlap && !hasSameNames(index)) continue;
    const [entry, other] = [entries[index], featuresAt(index)];
    // Equal placeholders may stand for different secrets: a redacted text is never compared.
    if (entry === undefined || other.isRedacted) continue;
    if (shared > overlap) overlap = shared;
    if (shared > nearlySame) {
      distinct = Math.min(distinct, shareMissing(own, other));
      if (isCovered(own, other)) covering ??= entry;
    }
    if (entry.namespace !== namespace || !hasSameNames(index)) continue;
    comparable = true;
    if (areEqual(own.values, other.values)) {
      if (shared === 1) repeated ??= entry;
      continue;
    }
    const moved = overlapOf(own.plain, other.plain);
    if (moved <= drift || haveDifferentSubjects(own, other)) continue;
    drift = moved;
    contradicted = entry;
  }
  const signals = (maxDrift: number) => [
    ...(overlap > nearlySame ? [signal("distinction", distinct, 0, distinct > 0)] : []),
    ...(comparable ? [signal("drift", drift, maxDrift, drift < maxDrift)] : []),
  ];
  return { overlap, repeated, covering, drift, contradicted, signals };
}

/** Whether each text speaks of something that the other never mentions: "billing queue", "search queue". */
function haveDifferentSubjects(own: Features, other: Features): boolean {
  return countMissing(own.subject, other.words) > 0 && countMissing(other.subject, own.words) > 0;
}

/** Whether every name and value of one text stands in the other. */
function isCovered(own: Features, other: Features): boolean {
  return countMissingFacts(own, other) === 0;
}

/** Share of the names and values of one text that the other lacks. */
function shareMissing(own: Features, other: Features): number {
  const facts = own.identifiers.size + own.values.size;
  return facts === 0 ? 0 : countMissingFacts(own, other) / facts;
}

function countMissingFacts(own: Features, other: Features): number {
  return countMissing(own.identifiers, other.identifiers) + countMissing(own.values, other.values);
}
