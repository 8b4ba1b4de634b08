import assert from "node:assert/strict";
import { test } from "node:test";
import { attackText, withoutLargeBounds } from "../../scripts/check-patterns.ts";
import { findPatterns, recordConstructed } from "../../scripts/patterns/collect-patterns.ts";

test("findPatterns() finds literals and constructors, and the reasons beside them", () => {
  const code = [
    "const quotient = 4 / 2 / 1; // No pattern.",
    "const safe = /a\\/b/gu;",
    "// regex: it sees ten characters.",
    "const bounded = /(a+)+$/;",
    "const far = [",
    '  new RegExp(["a", "b"].join("|")),',
    "];",
  ].join("\n");
  const { literals, constructed } = findPatterns("a.ts", code);
  assert.deepEqual(
    literals.map(({ source, flags, line, reason }) => [source, flags, line, reason]),
    [
      ["a\\/b", "gu", 2, null],
      ["(a+)+$", "", 4, "it sees ten characters."],
    ],
  );
  assert.deepEqual(
    constructed.map(({ line, reason }) => [line, reason]),
    [[6, null]],
  );
});

test("recordConstructed() tells what a module constructs, and which place it did not reach", async () => {
  const file = "src/redact/carriers/token-forms.ts";
  const place = { file, line: 1, lastLine: 400, reason: null };
  const nowhere = { file, line: 9000, lastLine: 9000, reason: null };
  const { patterns, missing } = await recordConstructed([place, nowhere]);
  assert(patterns.some(({ source, flags }) => source.includes("sk-ant-") && flags === "y"));
  assert.deepEqual(missing, [nowhere]);
});

test("withoutLargeBounds() leaves small bounds as they are", () => {
  assert.equal(withoutLargeBounds("a{1,8}b{20,8192}c{40,100}d{3}"), "a{1,8}b{20,}c{32,}d{3}");
});

test("attackText() pumps an attack to its full length, whatever length it was found with", () => {
  const pumps = [{ prefix: "x", pump: "ab", bias: 0 }];
  const text = attackText({ pumps, suffix: "!" });
  assert.match(text, /^x(?:ab){50000}!$/);
});
