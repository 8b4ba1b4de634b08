import { loadTokenCounter } from "../../../base/tokens.ts";
import { createPricer } from "../item-cost.ts";
import { type Ladder, openLadder } from "../ladder.ts";
import { reasonOf } from "../reason.ts";
import type { Selection, Strategy, StrategyInput, StrategyLimits } from "../strategy.ts";
import { openBudget } from "./budget.ts";
import { takeAnchor, takeBase, takeNamed, takeState } from "./fixed-items.ts";
import type { Fill } from "./selection-draft.ts";
import { takeNewestSummary, takeOlderSummaries } from "./summaries.ts";
import { takeTurns } from "./turns.ts";

const NAME = "token_budget_recent_v1";

const tokenBudgetRecent: Strategy = {
  name: NAME,
  description:
    "As many whole recent turns as the budget holds, after the state and summaries of what came before; the default",
  reads: "whole turns",
  select,
};

export default tokenBudgetRecent;

async function select(input: StrategyInput, limits: StrategyLimits): Promise<Selection> {
  const pricer = createPricer(await loadTokenCounter(limits.estimator), input);
  const fill: Fill = { input, limits, pricer, budget: openBudget(limits), resets: [] };
  const ladder = openLadder(input);
  // Taken in the order of importance; shown in the order of time.
  const anchor = await takeAnchor(fill);
  const named = await takeNamed(fill);
  const state = await takeState(fill);
  const base = await takeBase(fill);
  const newest = await takeNewestSummary(fill, ladder);
  const recent = await takeTurns(fill, newest?.checkpoint.to_ordinal ?? 0);
  const rungs = await takeOlderSummaries(fill, ladder);
  if (newest !== null) rungs.push(newest);
  const shown = rungs.map(({ chosen }) => chosen);
  const summaries = rungs.map(({ checkpoint }) => checkpoint);
  return {
    strategy: NAME,
    chosen: [...state, ...base, ...shown, ...recent.chosen, ...named, anchor],
    summaries,
    leftOut: recent.leftOut,
    resets: [...ladder.resets, ...fill.resets],
    reason: reasonOf(NAME, summaries, absence(fill, ladder)),
    limits: { ...limits },
  };
}

function absence({ resets }: Fill, ladder: Ladder): string {
  const isTooLarge = resets.some(({ input }) => input === "compaction_checkpoint");
  return isTooLarge ? "compaction_checkpoint_over_budget" : ladder.absence();
}
