/**
 * The three strategies of the first version, which other programs implement too: a fixed window of
 * messages after zero, one or several summaries. They differ in how many summaries they need and
 * may use. Costs are computed for the explanation only; nothing is left out because of a budget.
 */

import { HoldallError } from "../../base/errors.ts";
import { loadTokenCounter } from "../../base/tokens.ts";
import type { Turn } from "../../model/turn.ts";
import { type CostEstimator, createCostEstimator } from "./item-cost.ts";
import { type Ladder, MAX_RUNGS, openLadder, type Rung } from "./ladder.ts";
import { findLeftOut } from "./left-out.ts";
import { reasonOf } from "./reason.ts";
import type { ChosenItem, Reset, Selection, StrategyInput, StrategyLimits } from "./strategy.ts";
import { messageItems } from "./turn-items.ts";

/** Most messages that are shown, including the anchor. */
const WINDOW = 16;

/** What distinguishes the three strategies. */
export interface WindowRule {
  readonly name: string;
  readonly minSummaries: number;
  readonly maxSummaries: number;
}

/** The last sixteen messages after the newest summary, with their answers; nothing is counted in tokens. */
export async function selectWindow(
  rule: WindowRule,
  input: StrategyInput,
  limits: StrategyLimits,
): Promise<Selection> {
  const costs = createCostEstimator(await loadTokenCounter(limits.estimator), input);
  const ladder = openLadder(input);
  const rungs = await pickRungs(ladder, rule);
  const absence =
    rule.maxSummaries === 0 ? await missingSummaryReason(ladder) : ladder.missingReason();
  const summarisedTo = rungs.at(-1)?.checkpoint.to_ordinal ?? 0;
  const turns = await readWindow(input, summarisedTo);
  const resets = [...ladder.resets, ...unsupportedInputs(input)];
  const chosen = [
    ...rungs.map((rung) => costs.summary(rung, input.thread_id)),
    ...(await estimateTurns(turns, input, { costs, resets })),
  ];
  const summaries = rungs.map(({ checkpoint }) => checkpoint);
  const fromOrdinal = (turns[0] ?? input.anchor).user.ordinal;
  return {
    strategy: rule.name,
    chosen,
    summaries,
    leftOut: await findLeftOut(input, { fromOrdinal, summarisedTo, reason: "outside_window" }),
    resets,
    reason: reasonOf(rule.name, summaries, absence),
    limits: { hierarchical_summaries_v1_max_refs: MAX_RUNGS, recent_messages_v1_limit: WINDOW },
  };
}

/** Summaries oldest first. */
async function pickRungs(ladder: Ladder, rule: WindowRule): Promise<Rung[]> {
  const rungs: Rung[] = [];
  while (rungs.length < rule.maxSummaries) {
    const rung = await ladder.next();
    if (rung === null) break;
    rungs.unshift(rung);
  }
  if (rungs.length >= rule.minSummaries) return rungs;
  throw new HoldallError(
    "E_NO_SUMMARY",
    `Cannot compile with "${rule.name}": it needs ${rule.minSummaries} usable summaries and the thread has ${rungs.length}`,
    { cure: "compact the thread, or choose another strategy" },
  );
}

/** A strategy without summaries records whether it passed over usable ones or there were none. */
async function missingSummaryReason(ladder: Ladder): Promise<string> {
  return (await ladder.hasCandidate()) ? "strategy_requested" : ladder.missingReason();
}

/**
 * The anchor and the turns before it, oldest first. Stops at the newest summary: what it covers is
 * not shown a second time.
 */
async function readWindow(input: StrategyInput, summarisedTo: number): Promise<Turn[]> {
  const turns = [input.anchor];
  if (input.anchor.user.ordinal - 1 <= summarisedTo) return turns;
  for await (const turn of input.earlier()) {
    turns.push(turn);
    if (turns.length === WINDOW || turn.user.ordinal - 1 <= summarisedTo) break;
  }
  return turns.reverse();
}

async function estimateTurns(
  turns: readonly Turn[],
  input: StrategyInput,
  { costs, resets }: { readonly costs: CostEstimator; readonly resets: Reset[] },
): Promise<ChosenItem[]> {
  const chosen: ChosenItem[] = [];
  for (const turn of turns) {
    const why = turn === input.anchor ? "the message to be answered" : `one of the last ${WINDOW}`;
    for (const item of messageItems(turn, input.thread_id, resets)) {
      chosen.push(await costs.estimate(item, why));
    }
  }
  return chosen;
}

/**
 * A bundle of layout version 1 has no items for these; they are recorded as ignored instead of
 * being lost.
 */
function unsupportedInputs({ base, state }: StrategyInput): Reset[] {
  const ignored = { action: "ignored", reason: "unsupported_by_strategy" } as const;
  const resets: Reset[] = [];
  if (state !== null) {
    resets.push({ input: "state", ...ignored, ref: { state_hash: state.state_hash } });
  }
  if (base?.artifact_id !== undefined) {
    resets.push({ input: "handoff_bundle", ...ignored, ref: { artifact_id: base.artifact_id } });
  }
  return resets;
}
