import { DEFAULT_NAMESPACE, entryKey, type StateEntry } from "../../model/state.ts";
import { type Group, groupEntries, isComparable } from "./groups.ts";
import { createKinship } from "./kinship.ts";
import {
  type DreamSignals,
  type DreamWeights,
  dreamScore,
  dreamSignals,
  rounded,
} from "./signals.ts";

/** How a dream decides. */
export interface DreamOptions {
  readonly now: Date;
  /** Least share of common words of entries that may say the same. */
  readonly similarity: number;
  /** Score below which an entry fades; below half of it, one that nobody reads is put away. */
  readonly threshold: number;
  /** Slots whose entries neither fade nor are put away. */
  readonly protect: readonly string[];
  readonly weights: DreamWeights;
  /** The namespace of entries that name none. */
  readonly namespace: string | undefined;
  /** How many different questions an entry answered, by its key. */
  readonly questions: ReadonlyMap<string, number>;
}

/** What a dream makes of an entry. */
export const dreamActions = [
  "keep",
  "supersede",
  "superseded",
  "decay",
  "archive",
  "leave",
] as const;

/** One proposal: what becomes of an entry, and why. */
export interface DreamDecision {
  readonly key: string;
  readonly id: string;
  readonly action: (typeof dreamActions)[number];
  readonly reason: string;
  readonly score: number;
  readonly signals: DreamSignals;
  /** Ids that this entry replaces, newest first. */
  readonly over: readonly string[];
  /** Id of the entry that replaces this one. */
  readonly by: string | null;
}

/** Decides about every entry, in the order they stand. Reads nothing but its arguments. */
export function dream(
  entries: readonly StateEntry[],
  options: DreamOptions,
): readonly DreamDecision[] {
  const { similarity, namespace } = options;
  const groups = groupEntries(entries, { similarity, namespace, kinship: createKinship() });
  const leads = new Map(groups.map((group) => [group.newest, group]));
  const losers = new Map(
    groups.flatMap((group) => group.older.map((member) => [member.entry, { group, member }])),
  );
  return entries.map((entry) => {
    const lead = leads.get(entry);
    const judged = judge(entry, lead, options);
    const lost = losers.get(entry);
    if (!lost) return { ...judged, by: null };
    const alike = `${Math.round(lost.member.similarity * 100)} % of the words`;
    const why = lost.member.kinship === "conflict" ? "other values" : "near-duplicate";
    const by = lost.group.newest.id;
    const reason = `superseded by ${by} (${why}, ${alike})`;
    return { ...judged, action: "superseded", reason, by };
  });
}

function judge(
  entry: StateEntry,
  lead: Group | undefined,
  options: DreamOptions,
): Omit<DreamDecision, "by"> {
  const key = entryKey(entry.namespace ?? options.namespace ?? DEFAULT_NAMESPACE, entry.id);
  const over = lead?.older.map(({ entry: older }) => older.id) ?? [];
  const questions = options.questions.get(key) ?? 0;
  const signals = dreamSignals(entry, { now: options.now, questions, groupSize: 1 + over.length });
  const score = dreamScore(signals, options.weights);
  return {
    key,
    id: entry.id,
    ...actionFor(entry, score, over, options),
    score,
    signals: roundedSignals(signals),
    over,
  };
}

function actionFor(
  entry: StateEntry,
  score: number,
  over: readonly string[],
  { threshold, protect }: DreamOptions,
): Pick<DreamDecision, "action" | "reason"> {
  if (entry.state === "archived") return { action: "leave", reason: "archived before" };
  if (over.length > 0) return { action: "supersede", reason: `supersedes ${over.join(", ")}` };
  if (!isComparable(entry)) return { action: "keep", reason: "a reference; its text is elsewhere" };
  const said = `score ${score.toFixed(2)}`;
  if (score >= threshold) return { action: "keep", reason: said };
  if (protect.includes(entry.slot)) {
    return { action: "keep", reason: `${said}, but ${entry.slot} is protected` };
  }
  const isUnread = (entry.access_count ?? 0) === 0;
  if (isUnread && score < threshold / 2) return { action: "archive", reason: `unused, ${said}` };
  return { action: "decay", reason: `fading, ${said}` };
}

function roundedSignals(signals: DreamSignals): DreamSignals {
  return {
    frequency: rounded(signals.frequency),
    relevance: rounded(signals.relevance),
    diversity: rounded(signals.diversity),
    recency: rounded(signals.recency),
    consolidation: rounded(signals.consolidation),
    richness: rounded(signals.richness),
  };
}
