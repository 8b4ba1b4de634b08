import { featuresOf } from "./gate/remember-features.ts";

/** How well a text serves a goal, from 0 to 1: the share of the goal's words that it has; 1 without a goal. */
export function relevanceTo(goal: string | undefined, content: string): number {
  const wanted = goal === undefined ? [] : [...featuresOf(goal).words];
  if (wanted.length === 0) return 1;
  const said = featuresOf(content).words;
  return wanted.filter((word) => said.has(word)).length / wanted.length;
}

/**
 * How well candidates of one recall answer it, from 0 to 1: by the best of them. Indexes score on different
 * scales, from sums of reciprocal ranks far below 1 to counts of words; within one answer they compare.
 */
export function relevanceWithin(scores: readonly number[]): readonly number[] {
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  return scores.map((score) => (best > 0 ? Math.max(0, score / best) : 1));
}
