import assert from "node:assert/strict";
import { test } from "node:test";
import { splitDocument } from "./split-document.ts";

function outline(text: string): readonly string[] {
  return splitDocument(text).map((part) =>
    part.kind === "list"
      ? `list ${part.start}: ${part.items.map(({ depth, text: item }) => `${depth} ${item}`).join(" | ")}`
      : `${part.kind}: ${part.text}`,
  );
}

test("splitDocument() joins the lines of a paragraph, except at a break that was asked for", () => {
  assert.deepEqual(outline("# A\none\ntwo  \nthree\\\nfour\n\nfive"), [
    "heading: A",
    "prose: one two\nthree\nfour",
    "prose: five",
  ]);
});

test("splitDocument() finds lists, nested and numbered, with lines that continue an item", () => {
  assert.deepEqual(outline("Do:\n- one\n  more\n  - deep\n* two\n\n- three\n\n2. b\n3. c"), [
    "prose: Do:",
    "list null: 0 one more | 1 deep | 0 two | 0 three",
    "list 2: 0 b | 0 c",
  ]);
});

test("splitDocument() takes no list from code, a rule, a negative number or strong text", () => {
  assert.deepEqual(outline("```\n- a\n- b\n```"), ["code: - a\n- b"]);
  assert.deepEqual(outline("---"), ["prose: ---"]);
  assert.deepEqual(outline("-1 is less"), ["prose: -1 is less"]);
  assert.deepEqual(outline("**now** and *then*"), ["prose: **now** and *then*"]);
});

test("splitDocument() keeps the lines of a table", () => {
  assert.deepEqual(outline("| a | b |\n|---|---|\n| 1 | 2 |"), [
    "prose: | a | b |\n|---|---|\n| 1 | 2 |",
  ]);
});
