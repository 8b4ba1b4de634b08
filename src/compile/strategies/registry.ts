import { HoldallError } from "../../base/errors.ts";
import { namesOf, nearestName, type Registry } from "../../base/registry.ts";
import type { Strategy } from "./strategy.ts";

/** Every way to compile, the default first. Add a line; the conformance suite picks it up. */
export const strategies = {
  token_budget_recent_v1: () => import("./token-budget-recent-v1/token-budget-recent-v1.ts"),
  recent_messages_v1: () => import("./recent-messages-v1/recent-messages-v1.ts"),
  summaries_recent_messages_v1: () =>
    import("./summaries-recent-messages-v1/summaries-recent-messages-v1.ts"),
  hierarchical_summaries_recent_messages_v1: () =>
    import(
      "./hierarchical-summaries-recent-messages-v1/hierarchical-summaries-recent-messages-v1.ts"
    ),
} satisfies Registry<Strategy>;

/** The name of a known strategy. */
export type StrategyName = keyof typeof strategies;

/** The strategy of a compile that names none. */
export const DEFAULT_STRATEGY: StrategyName = "token_budget_recent_v1";

/** Loads a strategy by its name. */
export async function loadStrategy(name: string): Promise<Strategy> {
  if (Object.hasOwn(strategies, name)) return (await strategies[name as StrategyName]()).default;
  const near = nearestName(name, namesOf(strategies));
  throw new HoldallError("E_USAGE", `Cannot compile with "${name}": unknown strategy`, {
    cure: near ? `did you mean "${near}"?` : `use one of ${namesOf(strategies).join(", ")}`,
  });
}
