import assert from "node:assert/strict";
import { test } from "node:test";
import { vocabularyOf } from "./features.ts";
import { areEqual, overlapOf } from "./overlap.ts";

test("overlapOf() counts words of three code points or more", () => {
  const rust = vocabularyOf("the team chose Rust for the core crates");
  const go = vocabularyOf("the team chose Go for the core crates");
  assert.equal(overlapOf(go, rust), 6 / 7);
});

test("overlapOf() of nothing is 0", () => {
  assert.equal(overlapOf(new Set(), new Set(["word"])), 0);
  assert.equal(overlapOf(new Set(), new Set()), 0);
});

test("areEqual() compares members, not order", () => {
  assert.ok(areEqual(new Set(["a", "b"]), new Set(["b", "a"])));
  assert.ok(!areEqual(new Set(["a"]), new Set(["b"])));
});
