import assert from "node:assert/strict";
import { test } from "node:test";
import { median } from "../src/median.mjs";

test("an odd number of values", () => {
  assert.equal(median([3, 1, 2]), 2);
});

test("an even number of values", () => {
  assert.equal(median([1, 2, 3, 10]), 2.5);
});

test("numbers are compared as numbers, and the list stays as it was", () => {
  const values = [10, 9, 100];
  assert.equal(median(values), 10);
  assert.deepEqual(values, [10, 9, 100]);
});

test("values that look alike as text", () => {
  assert.equal(median([100, 20, 3, 1]), 11.5);
  assert.equal(median([-2, -10]), -6);
});
