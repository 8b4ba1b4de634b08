import assert from "node:assert/strict";
import { test } from "node:test";
import { unpricedLine } from "./unpriced-line.ts";

test("unpricedLine() names each model without a recorded cost once, and none whose tokens are unknown", () => {
  const run = (model: string | null, tokens: number | null, costUsd: number | null) => {
    return { model, tokens, costUsd };
  };
  const priced = run("priced", 10, 0.1);
  assert.equal(unpricedLine([priced, run("silent", null, null), run(null, 10, null)]), null);
  const line = unpricedLine([run("new-b", 10, null), run("new-a", 5, null), run("new-b", 1, null)]);
  assert.equal(line, "No cost was recorded for runs of new-a, new-b");
});
