import assert from "node:assert/strict";
import { test } from "node:test";
import { longestWords } from "./sessions-data.ts";

test("longestWords() takes words that an excerpt has in full", () => {
  assert.deepEqual(longestWords("…rs - **Edge cases** — Unusual inputs, err…"), ["Unusual inputs"]);
  assert.deepEqual(longestWords("…"), []);
});
