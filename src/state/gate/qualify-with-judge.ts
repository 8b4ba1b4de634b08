import type { AskModel } from "../../model/ask-model.ts";
import { signal } from "./audit.ts";
import type { GateConfig } from "./config.ts";
import { type Tier, tierOf } from "./council.ts";
import { type Candidate, type GateEntry, qualify, type Verdict, verdict } from "./gate.ts";
import type { Judge } from "./judge.ts";
import type { JudgeScores } from "./judge-reply.ts";
import { overlapOf } from "./overlap.ts";
import { positionBias } from "./position-swap.ts";
import { featuresOf } from "./remember-features.ts";

/** How a candidate is judged. */
export interface JudgedBy {
  /** Judges by tier; a tier without one uses the other's. */
  readonly judges: Readonly<Partial<Record<Tier, Judge>>>;
  /** What depends on the decision, from 0 to 1. */
  readonly stakes?: number;
  readonly goal?: string | null;
  readonly slots: readonly string[];
  /** Who is shown a contradiction in both orders; nobody unless given. */
  readonly compare?: AskModel;
}

/** A verdict with what the judge said beside its numbers. */
export interface JudgedVerdict extends Verdict {
  /** The slot that the judge suggests, when it is a declared one. */
  readonly slot: string | null;
  /** The relevance that the judge saw, which is the score of what is committed; null when it did not answer. */
  readonly score: number | null;
  readonly said: string | null;
}

/** Entries that a judge is shown. */
const SHOWN = 16;

/**
 * Lets a judge score relevance, novelty and drift instead of the words. Who cannot be reached or
 * understood has rejected the candidate (`gate_rejected`).
 */
export async function qualifyWithJudge(
  candidate: Candidate,
  entries: readonly GateEntry[],
  config: GateConfig,
  by: JudgedBy,
): Promise<JudgedVerdict> {
  const tier = tierOf(by.stakes ?? 0);
  const judge = by.judges[tier] ?? by.judges.cheap ?? by.judges.frontier;
  const near = nearest(candidate.content, entries);
  const question = { candidate, entries: near, goal: by.goal ?? null, slots: by.slots };
  const { scores = null, costs = [] } = (await judge?.judge(question)) ?? {};
  if (scores === null) {
    const refused = verdict([], { decision: "reject", reason: "gate_rejected", matched: null });
    const audit = { ...refused.audit, judge_tier: tier, judge_costs: costs };
    return { ...refused, audit, slot: null, score: null, said: null };
  }
  // An id in force is a fact, not an opinion.
  const { decision, matched } = qualify(candidate, entries, config);
  const judged = decide(scores, near, config, decision === "update" ? matched : null);
  const rival = near.find(({ id }) => id === judged.matched?.id);
  const bias =
    judged.decision === "conflict" && by.compare && rival
      ? await positionBias(by.compare, candidate.content, rival.content)
      : null;
  return {
    ...judged,
    audit: { ...judged.audit, ...bias, judge_tier: tier, judge_costs: costs },
    slot: by.slots.find((name) => name === scores.slot) ?? null,
    score: scores.relevance,
    said: scores.reason ?? null,
  };
}

function decide(
  scores: JudgeScores,
  near: readonly GateEntry[],
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
    const contradicted = near.find(({ id }) => id === scores.contradicts) ?? near[0] ?? null;
    // With nothing in force there is nothing to supersede: such a score says that the judge erred.
    return settle(contradicted === null ? "reject" : "conflict", "drift", contradicted);
  }
  if (novelty < judge_min_novelty) return settle("reject", "redundant", near[0] ?? null);
  return settle("admit", "qualified");
}

/** The entries whose words overlap most with a text, the nearest first. */
function nearest(content: string, entries: readonly GateEntry[]): readonly GateEntry[] {
  const mine = featuresOf(content).words;
  return entries
    .map((entry) => ({ entry, overlap: overlapOf(mine, featuresOf(entry.content).words) }))
    .sort((left, right) => right.overlap - left.overlap)
    .slice(0, SHOWN)
    .map(({ entry }) => entry);
}
