import type { Pricer } from "../item-cost.ts";
import type { Chosen, Reset, StrategyInput, StrategyLimits } from "../strategy.ts";
import type { Budget } from "./budget.ts";

/** A selection while it is being filled. */
export interface Fill {
  readonly input: StrategyInput;
  readonly limits: StrategyLimits;
  readonly pricer: Pricer;
  readonly budget: Budget;
  readonly resets: Reset[];
}

/** Takes one item, or records that it did not fit. */
export function takeOrDrop(
  { budget, resets }: Fill,
  chosen: Chosen,
  dropped: Pick<Reset, "input" | "ref">,
): readonly Chosen[] {
  if (budget.take([chosen]) === null) return [chosen];
  resets.push({ ...dropped, action: "dropped", reason: "over_budget" });
  return [];
}
