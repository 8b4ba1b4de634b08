import type { CostEstimator } from "../item-cost.ts";
import type { ChosenItem, Reset, StrategyInput, StrategyLimits } from "../strategy.ts";
import type { Budget } from "./budget.ts";

/** A selection while it is being filled. */
export interface SelectionDraft {
  readonly input: StrategyInput;
  readonly limits: StrategyLimits;
  readonly costs: CostEstimator;
  readonly budget: Budget;
  readonly resets: Reset[];
}

/** Takes one item, or records that it did not fit. */
export function takeOrDrop(
  { budget, resets }: SelectionDraft,
  chosen: ChosenItem,
  dropped: Pick<Reset, "input" | "ref">,
): readonly ChosenItem[] {
  if (budget.take([chosen]) === null) return [chosen];
  resets.push({ ...dropped, action: "dropped", reason: "over_budget" });
  return [];
}
