import { hasRedaction } from "../../model/redaction.ts";
import { DEFAULT_NAMESPACE, entryKey, type StateEntry } from "../../model/state.ts";
import { createTextComparer } from "./compare-texts.ts";
import {
  type DreamSignals,
  type DreamWeights,
  dreamScore,
  dreamSignals,
  rounded,
} from "./dream-signals.ts";
import { type DuplicateGroup, groupEntries, isComparable } from "./duplicate-groups.ts";

/** How a dream decides. */
export interface DreamOptions {
  readonly now: Date;
  /** Minimum share of common words of entries that may be duplicates. */
  readonly similarity: number;
  /** Score below which an entry decays; below half of it, an entry that was never read is archived. */
  readonly threshold: number;
  /** Slots whose entries neither decay nor are archived. */
  readonly protect: readonly string[];
  readonly weights: DreamWeights;
  /** The namespace of entries that name none. */
  readonly namespace: string | undefined;
  /** How many different questions an entry answered, by its key. */
  readonly questions: ReadonlyMap<string, number>;
}

/** What a dream proposes for an entry. */
export const dreamActions = [
  "keep",
  "supersede",
  "superseded",
  "decay",
  "archive",
  "leave",
] as const;

/** One proposal, and its reason. */
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

/** Decides about every entry, in order. Depends on its arguments alone. */
export function dream(
  entries: readonly StateEntry[],
  options: DreamOptions,
): readonly DreamDecision[] {
  const { similarity, namespace } = options;
  const groups = groupEntries(entries, {
    similarity,
    namespace,
    compareTexts: createTextComparer(),
  });
  const groupsByLead = new Map(groups.map((group) => [group.newest, group]));
  const duplicates = new Map(
    groups.flatMap((group) =>
      group.older.map((duplicate) => [duplicate.entry, { group, duplicate }]),
    ),
  );
  return entries.map((entry) => {
    const lead = groupsByLead.get(entry);
    const decision = decide(entry, lead, options);
    const replaced = duplicates.get(entry);
    if (!replaced) return { ...decision, by: null };
    const alike = `${Math.round(replaced.duplicate.similarity * 100)} % of the words`;
    const why = replaced.duplicate.relation === "conflict" ? "other values" : "near-duplicate";
    const by = replaced.group.newest.id;
    const reason = `superseded by ${by} (${why}, ${alike})`;
    return { ...decision, action: "superseded", reason, by };
  });
}

function decide(
  entry: StateEntry,
  lead: DuplicateGroup | undefined,
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
  if (hasRedaction(entry.content)) return { action: "keep", reason: "its text was redacted" };
  if (!isComparable(entry)) return { action: "keep", reason: "a reference; its text is elsewhere" };
  const scored = `score ${score.toFixed(2)}`;
  if (score >= threshold) return { action: "keep", reason: scored };
  if (protect.includes(entry.slot)) {
    return { action: "keep", reason: `${scored}, but ${entry.slot} is protected` };
  }
  const isUnread = (entry.access_count ?? 0) === 0;
  if (isUnread && score < threshold / 2) return { action: "archive", reason: `unused, ${scored}` };
  return { action: "decay", reason: `fading, ${scored}` };
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
