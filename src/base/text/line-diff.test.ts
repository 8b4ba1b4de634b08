import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { lineDiff } from "./line-diff.ts";
import { crossPatch, parsePatch } from "./unified-diff.ts";

/** The other side of a diff, by the reader of such diffs. */
function apply(before: string, diff: string): string | null | undefined {
  const [patch] = parsePatch(`--- a/file\n+++ b/file\n${diff}`) ?? [];
  assert.ok(patch);
  return crossPatch(patch, "before", before);
}

test("lineDiff() shows what was added with two lines around it", () => {
  const before = "{\n  a\n  b\n  c\n  d\n}\n";
  const after = before.replace("  c\n", "  c\n  new\n");
  assert.equal(lineDiff(before, after), "@@ -3,4 +3,5 @@\n   b\n   c\n+  new\n   d\n }\n");
});

test("lineDiff() has a hunk for each place, and says that a last line has no end", () => {
  const lines = Array.from({ length: 20 }, (_, at) => `${at}`);
  const before = lines.join("\n");
  const after = before.replace("\n3\n", "\nthree\n").replace("\n15\n", "\n");
  const diff = lineDiff(before, after);
  assert.equal(diff.match(/^@@/gm)?.length, 2);
  assert.equal(apply(before, diff), after);
  assert.match(lineDiff("a", "b"), /^@@.*\n-a\n\\ No newline[^\n]*\n\+b\n\\ No newline[^\n]*\n$/);
});

test("lineDiff() of equal texts is empty, and a new text is added whole", () => {
  assert.equal(lineDiff("a\n", "a\n"), "");
  assert.equal(lineDiff("", "a\nb\n"), "@@ -0,0 +1,2 @@\n+a\n+b\n");
});

test("lineDiff() makes the second text out of the first", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", "", "{"), { maxLength: 12 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = lineDiff(before, after);
      assert.equal(diff === "" ? before : apply(before, diff), after);
    }),
  );
});

test("lineDiff() shows a change of very many lines as one block", () => {
  const lines = (name: string) => Array.from({ length: 2_000 }, (_, at) => `${name} ${at}\n`);
  const before = lines("old").join("");
  const after = lines("new").join("");
  assert.equal(apply(before, lineDiff(before, after)), after);
});
