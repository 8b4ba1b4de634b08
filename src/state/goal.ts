import { featuresOf } from "./gate/remember-features.ts";

/** How well a text serves a goal, from 0 to 1: the share of the goal's words that it has; 1 without a goal. */
export function relevanceTo(goal: string | undefined, content: string): number {
  const wanted = goal === undefined ? [] : [...featuresOf(goal).words];
  if (wanted.length === 0) return 1;
  const said = featuresOf(content).words;
  return wanted.filter((word) => said.has(word)).length / wanted.length;
}
