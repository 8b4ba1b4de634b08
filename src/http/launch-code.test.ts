import assert from "node:assert/strict";
import test from "node:test";
import { createLaunchCode } from "./launch-code.ts";

test("createLaunchCode() makes a code that is good once, and only for two minutes", () => {
  let minutes = 0;
  let reused = 0;
  const now = () => new Date(minutes * 60_000);
  const create = () => createLaunchCode(now, () => reused++);
  const [first, late] = [create(), create()];
  assert.equal(first.redeem("Bearer other"), false);
  assert.equal(first.redeem(`Bearer ${first.code}`), true);
  assert.equal(first.redeem(`Bearer ${first.code}`), false);
  assert.equal(reused, 1);
  minutes = 3;
  assert.equal(late.redeem(`Bearer ${late.code}`), false);
});
