/**
 * The default strategy. Items are taken from the budget in the order of importance: the question,
 * what it names, the state, the handoff bundle, the newest summary (up to its share), recent turns,
 * older summaries. They are shown in the order of time. A turn is taken completely or not at all,
 * so that no result loses its call; after the first turn that does not fit, no older one is tried,
 * so that the conversation has no holes.
 */

import { loadTokenCounter } from "../../../base/tokens.ts";
import { createCostEstimator } from "../item-cost.ts";
import { type Ladder, openLadder } from "../ladder.ts";
import { reasonOf } from "../reason.ts";
import type { Selection, Strategy, StrategyInput, StrategyLimits } from "../strategy.ts";
import { openBudget } from "./budget.ts";
import { takeAnchor, takeBase, takeNamed, takeState } from "./fixed-items.ts";
import type { SelectionDraft } from "./selection-draft.ts";
import { takeNewestSummary, takeOlderSummaries } from "./summaries.ts";
import { takeTurns } from "./turns.ts";

const NAME = "token_budget_recent_v1";

const tokenBudgetRecent: Strategy = {
  name: NAME,
  description:
    "As many complete recent turns as the budget allows, after the state and summaries of earlier turns (default)",
  reads: "turns",
  select,
};

export default tokenBudgetRecent;

async function select(input: StrategyInput, limits: StrategyLimits): Promise<Selection> {
  const costs = createCostEstimator(await loadTokenCounter(limits.estimator), input);
  const draft: SelectionDraft = { input, limits, costs, budget: openBudget(limits), resets: [] };
  const ladder = openLadder(input);
  // Taken in the order of importance; shown in the order of time.
  const anchor = await takeAnchor(draft);
  const named = await takeNamed(draft);
  const state = await takeState(draft);
  const base = await takeBase(draft);
  const newest = await takeNewestSummary(draft, ladder);
  const recent = await takeTurns(draft, newest?.checkpoint.to_ordinal ?? 0);
  const rungs = await takeOlderSummaries(draft, ladder);
  if (newest !== null) rungs.push(newest);
  const shown = rungs.map(({ chosen }) => chosen);
  const summaries = rungs.map(({ checkpoint }) => checkpoint);
  return {
    strategy: NAME,
    chosen: [...state, ...base, ...shown, ...recent.chosen, ...named, anchor],
    summaries,
    leftOut: recent.leftOut,
    resets: [...ladder.resets, ...draft.resets],
    reason: reasonOf(NAME, summaries, missingReason(draft, ladder)),
    limits: { ...limits },
  };
}

function missingReason({ resets }: SelectionDraft, ladder: Ladder): string {
  const isTooLarge = resets.some(({ input }) => input === "compaction_checkpoint");
  return isTooLarge ? "compaction_checkpoint_over_budget" : ladder.missingReason();
}
