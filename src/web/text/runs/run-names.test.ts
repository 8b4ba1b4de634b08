import assert from "node:assert/strict";
import { test } from "node:test";
import { formatScore } from "../format-scores.ts";
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

test("a score that is not known is unknown, never 0", () => {
  assert.deepEqual([formatScore(null), formatScore(0.93)], ["unknown", "0.93"]);
});
