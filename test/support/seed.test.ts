import assert from "node:assert/strict";
import { test } from "node:test";
import { namedSeed } from "./seed.ts";

test("namedSeed() is the number that is named, or none", () => {
  const seeds = ["7", "-1836", "", undefined].map((HOLDALL_SEED) => namedSeed({ HOLDALL_SEED }));
  assert.deepEqual(seeds, [7, -1836, null, null]);
});

test("namedSeed() is another whole number each time when it may be any", () => {
  const seeds = Array.from({ length: 4 }, () => namedSeed({ HOLDALL_SEED: "random" }));
  assert(seeds.every(Number.isSafeInteger));
  assert(new Set(seeds).size > 1);
});

test("namedSeed() takes nothing else", () => {
  for (const HOLDALL_SEED of ["Random", "1.5", "NaN", "Infinity", "7 8"]) {
    assert.throws(() => namedSeed({ HOLDALL_SEED }), /HOLDALL_SEED/);
  }
});
