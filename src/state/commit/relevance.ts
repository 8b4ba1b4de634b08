import { featuresOf } from "../gate/feature-cache.ts";

/** How well a text serves a goal, from 0 to 1: the share of the goal's words in it; 1 without a goal. */
export function relevanceToGoal(goal: string | undefined, content: string): number {
  const wanted = goal === undefined ? [] : [...featuresOf(goal).words];
  if (wanted.length === 0) return 1;
  const present = featuresOf(content).words;
  return wanted.filter((word) => present.has(word)).length / wanted.length;
}

/**
 * Scores of one recall relative to the best of them, from 0 to 1. Indexes score on different scales, from sums
 * of reciprocal ranks far below 1 to counts of words: only within one answer are they comparable.
 */
export function normaliseScores(scores: readonly number[]): readonly number[] {
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  return scores.map((score) => (best > 0 ? Math.max(0, score / best) : 1));
}
