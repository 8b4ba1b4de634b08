import assert from "node:assert/strict";
import { test } from "node:test";
import { signalText } from "./signal-text.ts";

test("signalText() gives the limit of a signal that failed, and on which side it is", () => {
  const passed = { name: "relevance", value: 1, threshold: 0.2, passed: true };
  assert.equal(signalText(passed), "relevance 1");
  const low = { name: "novelty", value: 0.1428, threshold: 0.2, passed: false };
  assert.equal(signalText(low), "novelty 0.143 (too low, limit 0.2)");
  const high = { name: "drift", value: 0.861, threshold: 0.6, passed: false };
  assert.equal(signalText(high), "contradiction 0.861 (too high, limit 0.6)");
});
