import assert from "node:assert/strict";
import { test } from "node:test";
import { splitQuery } from "./split-query.ts";

test("splitQuery() keeps a phrase in quotes together, also one that is still being typed", () => {
  assert.deepEqual(splitQuery('cache  "connection refused" x'), [
    "cache",
    "connection refused",
    "x",
  ]);
  assert.deepEqual(splitQuery('say "not yet clo'), ["say", "not yet clo"]);
  assert.deepEqual(splitQuery("  "), []);
});
