import assert from "node:assert/strict";
import { test } from "node:test";
import { boundDepth } from "./bound-depth.ts";

test("boundDepth() leaves what is nested in the usual way as it is", () => {
  const value = { a: [{ b: "c" }], d: null, __proto__: { e: 1 } };
  const before = JSON.stringify(value);
  assert.equal(boundDepth(value), false);
  assert.equal(JSON.stringify(value), before);
});

test("boundDepth() replaces what is nested deeper, and keeps what stands beside it", () => {
  const value: unknown = JSON.parse(
    `{"text":"kept","deep":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
  );
  assert.equal(boundDepth(value), true);
  const text = JSON.stringify(value);
  assert.match(text, /^\{"text":"kept","deep":\[\[.*nested too deeply.*\]\]\}$/);
  assert.ok(text.length < 1000);
});
