import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { TokenBudget } from "./fit.ts";

/** One line for each file of knowledge: what it answers, and where it is. */
export function describeKnowledge(
  _files: ResponsibilityFiles,
  _budget: TokenBudget,
): readonly string[] {
  return [];
}
