import assert from "node:assert/strict";
import { test } from "node:test";
import { gateConfig } from "../gate/config.ts";
import { qualify } from "../gate/gate.ts";
import { normaliseScores, relevanceToGoal } from "./relevance.ts";

/** What the gate says of candidates with such scores, over nothing. */
function decisions(scores: readonly number[]): readonly string[] {
  return normaliseScores(scores).map((relevance, at) => {
    const candidate = { id: null, content: `fact number ${at}`, namespace: null, relevance };
    return qualify(candidate, [], gateConfig()).decision;
  });
}

test("relevanceWithin() lets the gate admit what sums of reciprocal ranks call relevant", () => {
  // Every one of these is far below the gate's threshold of 0.2.
  assert.deepEqual(decisions([2 / 61, 1 / 61 + 1 / 70, 1 / 61]), ["admit", "admit", "admit"]);
});

test("relevanceWithin() lets the gate reject what counts of words call irrelevant", () => {
  // Every one of these is far above it.
  assert.deepEqual(decisions([24, 12, 3, 1]), ["admit", "admit", "reject", "reject"]);
});

test("relevanceWithin() gives everything the same chance when nothing was scored", () => {
  assert.deepEqual(normaliseScores([0, 0]), [1, 1]);
  assert.deepEqual(normaliseScores([]), []);
  assert.deepEqual(normaliseScores([2, -1]), [1, 0]);
});

test("relevanceTo() is the share of the goal's words, and 1 without a goal", () => {
  assert.equal(relevanceToGoal("port of the queue", "the queue is long"), 2 / 3);
  assert.equal(relevanceToGoal(undefined, "anything"), 1);
});
