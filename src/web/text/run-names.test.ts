import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCost, formatDuration, formatScore } from "./format-measures.ts";
import { runNames } from "./run-names.ts";

test("runNames() takes the shortest names that differ", () => {
  const run = (tool: string | null, model: string | null, place: string) => ({
    tool,
    model,
    place,
  });
  assert.deepEqual(runNames([run("a", "m", "x"), run("b", "m", "y")]), ["a", "b"]);
  assert.deepEqual(runNames([run("a", "m", "x"), run("a", "n", "y")]), ["a · m", "a · n"]);
  assert.deepEqual(runNames([run("a", "m", "x"), run("a", "m", "y")]), ["x", "y"]);
  assert.deepEqual(runNames([run(null, null, "x"), run(null, null, "x")]), [
    "1: unknown",
    "2: unknown",
  ]);
});

test("measures that are not known are unknown, never 0", () => {
  assert.deepEqual(
    [formatDuration(null), formatCost(null), formatScore(null)],
    Array(3).fill("unknown"),
  );
  assert.deepEqual(
    [formatDuration(61_000), formatCost(0.5), formatScore(0.93)],
    ["1 min 1 s", "$0.5000", "0.93"],
  );
});
