import type { AskModel } from "../../model/ask-model.ts";
import { signal } from "./audit.ts";
import type { GateConfig } from "./config.ts";
import { type Tier, tierOf } from "./council.ts";
import { featuresOf } from "./feature-cache.ts";
import { type Candidate, type GateEntry, qualify, type Verdict, verdict } from "./gate.ts";
import type { Judge } from "./judge.ts";
import type { JudgeScores } from "./judge-reply.ts";
import { overlapOf } from "./overlap.ts";
import { positionBias } from "./position-swap.ts";

/** How a candidate is judged. */
export interface JudgeOptions {
  /** Judges by tier; a tier without one uses the other's. */
  readonly judges: Readonly<Partial<Record<Tier, Judge>>>;
  /** The stakes of the decision, from 0 to 1. */
  readonly stakes?: number;
  readonly goal?: string | null;
  readonly slots: readonly string[];
  /** Model that is asked about a contradiction in both orders; none by default. */
  readonly compare?: AskModel;
}

/** A verdict with the judge's remarks. */
export interface JudgedVerdict extends Verdict {
  /** The slot that the judge suggests, when it is a declared one. */
  readonly slot: string | null;
  /** The judge's relevance, which becomes the score of the entry; null when it did not answer. */
  readonly score: number | null;
  readonly explanation: string | null;
}

/** Number of entries that a judge is shown. */
const MAX_SHOWN = 16;

/**
 * Lets a judge score relevance, novelty and drift instead of the rules. A judge that cannot be reached, or whose
 * answer is not valid, counts as a rejection (`gate_rejected`).
 */
export async function qualifyWithJudge(
  candidate: Candidate,
  entries: readonly GateEntry[],
  config: GateConfig,
  by: JudgeOptions,
): Promise<JudgedVerdict> {
  const tier = tierOf(by.stakes ?? 0);
  const judge = by.judges[tier] ?? by.judges.cheap ?? by.judges.frontier;
  const similar = mostSimilar(candidate.content, entries);
  const question = { candidate, entries: similar, goal: by.goal ?? null, slots: by.slots };
  const { scores = null, costs = [] } = (await judge?.judge(question)) ?? {};
  if (scores === null) {
    const refused = verdict([], { decision: "reject", reason: "gate_rejected", matched: null });
    const audit = { ...refused.audit, judge_tier: tier, judge_costs: costs };
    return { ...refused, audit, slot: null, score: null, explanation: null };
  }
  // Whether the id is in force is no matter of opinion.
  const { decision, matched } = qualify(candidate, entries, config);
  const judged = decide(scores, similar, config, decision === "update" ? matched : null);
  const rival = similar.find(({ id }) => id === judged.matched?.id);
  const bias =
    judged.decision === "conflict" && by.compare && rival
      ? await positionBias(by.compare, candidate.content, rival.content)
      : null;
  return {
    ...judged,
    audit: { ...judged.audit, ...bias, judge_tier: tier, judge_costs: costs },
    slot: by.slots.find((name) => name === scores.slot) ?? null,
    score: scores.relevance,
    explanation: scores.reason ?? null,
  };
}

function decide(
  scores: JudgeScores,
  similar: readonly GateEntry[],
  { thresholds }: GateConfig,
  same: Verdict["matched"],
): Verdict {
  const { judge_min_relevance, judge_min_novelty, judge_max_drift } = thresholds;
  const { relevance, novelty, drift } = scores;
  const signals = [
    signal("relevance", relevance, judge_min_relevance, relevance >= judge_min_relevance),
    signal("novelty", novelty, judge_min_novelty, novelty >= judge_min_novelty),
    signal("drift", drift, judge_max_drift, drift <= judge_max_drift),
  ];
  const settle = (
    decision: Verdict["decision"],
    reason: Verdict["reason"],
    matched: Verdict["matched"] = null,
  ) => verdict(signals, { decision, reason, matched });
  if (relevance < judge_min_relevance) return settle("reject", "below_relevance_threshold");
  if (same !== null) return settle("update", "qualified", same);
  if (drift > judge_max_drift) {
    const contradicted = similar.find(({ id }) => id === scores.contradicts) ?? similar[0] ?? null;
    // Without entries there is nothing to contradict: the judge must be wrong.
    return settle(contradicted === null ? "reject" : "conflict", "drift", contradicted);
  }
  if (novelty < judge_min_novelty) return settle("reject", "redundant", similar[0] ?? null);
  return settle("admit", "qualified");
}

/** The entries that share most words with a text, the most similar first. */
function mostSimilar(content: string, entries: readonly GateEntry[]): readonly GateEntry[] {
  const own = featuresOf(content).words;
  return entries
    .map((entry) => ({ entry, overlap: overlapOf(own, featuresOf(entry.content).words) }))
    .sort((left, right) => right.overlap - left.overlap)
    .slice(0, MAX_SHOWN)
    .map(({ entry }) => entry);
}
