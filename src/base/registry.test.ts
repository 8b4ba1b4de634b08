import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestName } from "./registry.ts";

test("nearestName() finds what was mistyped, and no short name that happens to be near", () => {
  assert.equal(nearestName("befor", ["before", "as"]), "before");
  assert.equal(nearestName("sa", ["before", "as"]), "as");
  assert.equal(nearestName("days", ["before", "as"]), null);
});
