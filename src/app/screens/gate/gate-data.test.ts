import assert from "node:assert/strict";
import { test } from "node:test";
import { firstShares } from "./gate-data.ts";

test("firstShares() fills the screen with the first groups, and leaves the rest for later", () => {
  assert.deepEqual(firstShares(10, { sure: 4, stale: 0, unsure: 440, done: 3 }), {
    sure: 4,
    stale: 0,
    unsure: 6,
    done: 0,
  });
});
