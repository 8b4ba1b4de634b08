import assert from "node:assert/strict";
import test from "node:test";
import { excerptOf, excerptPair } from "./excerpt-pair.ts";

test("excerptOf() is the first line, shortened", () => {
  assert.equal(excerptOf("one\ntwo"), "one");
  assert.equal(excerptOf("x".repeat(200)).length, 80);
});

test("excerptPair() shows where long texts differ", () => {
  const start =
    "The failover site of the harbour depot is east-1 until further notice, says the plan of";
  const [left, right] = excerptPair(`${start} May.`, `${start} June.`);
  assert.match(left, /^….* May\.$/);
  assert.match(right, /^….* June\.$/);
  assert(left.length <= 80 && right.length <= 80);
});

test("excerptPair() leaves texts that differ early, or not at all, as they are", () => {
  assert.deepEqual(excerptPair("Use tabs", "Use spaces"), ["Use tabs", "Use spaces"]);
  assert.deepEqual(excerptPair("Same", "Same"), ["Same", "Same"]);
  assert.deepEqual(excerptPair("", "x"), ["", "x"]);
});
