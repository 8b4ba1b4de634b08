import assert from "node:assert/strict";
import { test } from "node:test";
import { longestPhrase } from "./sessions-data.ts";

test("longestPhrase() takes words that an excerpt has in full", () => {
  assert.deepEqual(longestPhrase("…rs - **Edge cases** — Unusual inputs, err…"), [
    "Unusual inputs",
  ]);
  assert.deepEqual(longestPhrase("…"), []);
});
