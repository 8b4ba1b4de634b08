import assert from "node:assert/strict";
import { test } from "node:test";
import { type ListPart, splitDocument } from "./split-document.ts";

function outline(text: string): readonly string[] {
  return splitDocument(text).map((part) => {
    if (part.kind === "list") return listLine(part);
    if (part.kind !== "table") return `${part.kind}: ${part.text}`;
    return `table: ${[part.head, ...part.rows].map((cells) => cells.join(" ")).join(" / ")}`;
  });
}

function listLine({ start, items }: ListPart): string {
  const lines = items.map(({ text, lists }) => [text, ...lists.map(listLine)].join(" "));
  return `list ${start}: (${lines.join(" | ")})`;
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
    "list null: (one more list null: (deep) | two | three)",
    "list 2: (b | c)",
  ]);
  assert.deepEqual(outline("1. a\n   - x\n     - y\n   - z\n2. b"), [
    "list 1: (a list null: (x list null: (y) | z) | b)",
  ]);
});

test("splitDocument() takes no list from code, a rule, a negative number or strong text", () => {
  assert.deepEqual(outline("```\n- a\n- b\n```"), ["code: - a\n- b"]);
  assert.deepEqual(outline("---"), ["prose: ---"]);
  assert.deepEqual(outline("-1 is less"), ["prose: -1 is less"]);
  assert.deepEqual(outline("**now** and *then*"), ["prose: **now** and *then*"]);
});

test("splitDocument() finds tables and quotations, also right after a line of text", () => {
  assert.deepEqual(outline("So:\n| a | b |\n|---|---|\n| 1 | 2 |\nend\n> one\n> two"), [
    "prose: So:",
    "table: a b / 1 2",
    "prose: end",
    "quote: one two",
  ]);
});

test("splitDocument() keeps the lines of a message, also in an item of a list", () => {
  const parts = splitDocument("one\ntwo\n- a\n  b", { keepsLines: true });
  assert.deepEqual(parts[0], { kind: "prose", language: "", text: "one\ntwo" });
  assert.equal(parts[1]?.kind === "list" && parts[1].items[0]?.text, "a\n  b");
});
