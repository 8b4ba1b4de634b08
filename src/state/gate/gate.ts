import { DEFAULT_NAMESPACE } from "../../model/state.ts";
import { type Audit, auditOf, type Signal, signal } from "./audit.ts";
import { relateTexts } from "./claims/relate-texts.ts";
import type { GateConfig } from "./config.ts";
import { compareToEntries } from "./feature-cache.ts";
import { chooseNeighbours, type NearText } from "./neighbours.ts";

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

/** The key of an entry. */
export interface EntryKey {
  readonly namespace: string;
  readonly id: string;
}

/** An entry in force that a text has to do with. */
export interface NearEntry extends EntryKey {
  readonly content: string;
}

/**
 * What the gate says. `update` is for an id that is in force (its version decides next), `conflict` proposes
 * to supersede `matched`; only `admit` may be committed as it is.
 */
export interface Verdict {
  readonly decision: "admit" | "update" | "conflict" | "reject";
  readonly reason: GateReason;
  readonly signals: readonly Signal[];
  readonly matched: NearEntry | null;
  /** Entries that an admitted text may contradict: words alone do not decide. The likeliest comes first. */
  readonly compare: readonly NearEntry[];
  /** Further entries that the text may affect, the nearest first: a note, no doubt about the text. */
  readonly see_also: readonly NearEntry[];
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
  const others = same === undefined ? entries : entries.filter((entry) => entry !== same);
  const found = compare(candidate.content, namespace, others);
  const novelty = found.repeated === null ? 1 - found.overlap : 0;
  const [strongest] = found.contradicted;
  const drift = strongest?.drift ?? 0;
  const signals = [
    signal("relevance", relevance, min_relevance, relevance >= min_relevance),
    signal("uniqueness", same === undefined ? 1 : 0, 0.5, same === undefined),
    signal("novelty", novelty, min_novelty, novelty >= min_novelty),
    ...(found.isComparable ? [signal("drift", drift, max_drift, drift < max_drift)] : []),
  ];
  const decide = (decision: Verdict["decision"], reason: GateReason, matched?: NearEntry | null) =>
    verdict(signals, { decision, reason, matched: matched ?? null, compare: [] });
  if (relevance < min_relevance) return decide("reject", "below_relevance_threshold");
  const possible = found.contradicted.slice(0, MAX_NAMED).map(({ entry }) => entry);
  if (same !== undefined) {
    return verdict(signals, {
      decision: "update",
      reason: "qualified",
      matched: same,
      compare: possible,
      see_also: found.neighbours,
    });
  }
  if (found.repeated !== null && min_novelty > 0)
    return decide("reject", "redundant", found.repeated);
  if (strongest !== undefined && drift >= max_drift)
    return decide("conflict", "drift", strongest.entry);
  return verdict(signals, {
    decision: "admit",
    reason: "qualified",
    matched: null,
    compare: possible,
    see_also: found.neighbours,
  });
}

/** Entries that are named beside an admitted text: what it may contradict, then what it may affect. */
const MAX_NAMED = 3;

/** Puts a verdict together with its audit. */
export function verdict(
  signals: readonly Signal[],
  { decision, reason, matched, compare = [], see_also = [] }: VerdictFacts,
): Verdict {
  return {
    decision,
    reason,
    signals,
    matched: matched === null ? null : nearEntry(matched),
    compare: compare.map(nearEntry),
    see_also: see_also.map(nearEntry),
    audit: auditOf(signals, decision === "admit" || decision === "update"),
  };
}

type VerdictFacts = Pick<Verdict, "decision" | "reason" | "matched"> &
  Partial<Pick<Verdict, "compare" | "see_also">>;

const nearEntry = ({ namespace, id, content }: NearEntry): NearEntry => ({
  namespace,
  id,
  content,
});

interface Comparison {
  /** Greatest word overlap with any entry. */
  readonly overlap: number;
  /** An entry that says the same. */
  readonly repeated: GateEntry | null;
  /** Entries that the text contradicts or may contradict, the likeliest first. */
  readonly contradicted: readonly Contradicted[];
  /** Other entries that the text may affect, the nearest first. */
  readonly neighbours: readonly GateEntry[];
  /** Whether there was something of the same namespace to compare with. */
  readonly isComparable: boolean;
}

interface Contradicted {
  readonly entry: GateEntry;
  readonly drift: number;
}

function compare(content: string, namespace: string, entries: readonly GateEntry[]): Comparison {
  const { own, overlaps, nearest, nearness, featuresAt } = compareToEntries(content, entries);
  const near: NearText<GateEntry>[] = [];
  const contradicted: Contradicted[] = [];
  let repeated: GateEntry | null = null;
  let isComparable = false;
  for (const index of own.isRedacted ? [] : nearest) {
    const entry = entries[index];
    const other = featuresAt(index);
    // Equal placeholders may replace different secrets: a redacted text is never compared.
    if (entry === undefined || other.isRedacted) continue;
    const { kind, similarity } = relateTexts(own, other);
    if (kind === "same") repeated ??= entry;
    if (entry.namespace !== namespace) continue;
    isComparable = true;
    if (kind === "conflict" || kind === "possible") {
      contradicted.push({ entry, drift: driftOf(kind, similarity) });
    } else if (kind === "none" && nearness(index) > 0) {
      near.push({ entry, text: other, nearness: nearness(index) });
    }
  }
  contradicted.sort((left, right) => right.drift - left.drift);
  const overlap = own.isRedacted ? 0 : greatest(overlaps, (index) => featuresAt(index).isRedacted);
  const named = MAX_NAMED - Math.min(contradicted.length, MAX_NAMED);
  const neighbours = chooseNeighbours(own, near).slice(0, named);
  return { overlap, repeated, contradicted, neighbours, isComparable };
}

/** A contradiction begins at the default threshold; what may be one stays below it. */
function driftOf(kind: "conflict" | "possible", similarity: number): number {
  return kind === "conflict" ? 0.6 + 0.4 * similarity : 0.3 + 0.29 * similarity;
}

function greatest(overlaps: Float64Array, isLeftOut: (index: number) => boolean): number {
  let most = 0;
  for (let index = 0; index < overlaps.length; index++) {
    const overlap = overlaps[index] ?? 0;
    if (overlap > most && !isLeftOut(index)) most = overlap;
  }
  return most;
}
