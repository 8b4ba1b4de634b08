import assert from "node:assert/strict";
import { test } from "node:test";
import { headOfDocument, headOfText } from "./head-of-text.ts";
import { highlight } from "./highlight.ts";
import { splitInline, splitText } from "./split-text.ts";

test("headOfDocument() ends with no heading whose text is cut away", () => {
  const limits = { lines: 5, characters: 1000 };
  const document = "# Task\n\nWater it.\n\n## Later requests\n\n> More\n> and more\n";
  assert.deepEqual(headOfDocument(document, limits), {
    text: "# Task\n\nWater it.",
    moreLines: 4,
    moreCharacters: 36,
  });
  const full = { text: document, moreLines: 0, moreCharacters: 0 };
  assert.deepEqual(headOfDocument(document, { ...limits, lines: 50 }), full);
  // A text that begins with headings alone is shown as it is cut.
  const headings = "# A\n# B\n# C\n";
  assert.equal(headOfDocument(headings, { lines: 2, characters: 1000 }).text, "# A");
});

test("headOfText() returns a short text as it is, and cuts a long one by lines or characters", () => {
  const limits = { lines: 2, characters: 10 };
  assert.deepEqual(headOfText("a\nb", limits), { text: "a\nb", moreLines: 0, moreCharacters: 0 });
  assert.deepEqual(headOfText("a\nb\nc\nd", limits), {
    text: "a\nb",
    moreLines: 2,
    moreCharacters: 4,
  });
  assert.equal(headOfText("x".repeat(50), limits).moreCharacters, 40);
});

test("splitText() gives fenced code with its language, also where the fence is never closed", () => {
  const kinds = (text: string) =>
    splitText(text).map(({ kind, language, text: part }) => [kind, language, part]);
  assert.deepEqual(kinds("a\n```ts\nb\n```\nc"), [
    ["prose", "", "a"],
    ["code", "ts", "b"],
    ["prose", "", "c"],
  ]);
  assert.deepEqual(kinds("# A\nb\n\nc"), [
    ["heading", "", "A"],
    ["prose", "", "b"],
    ["prose", "", "c"],
  ]);
  assert.deepEqual(kinds("````\n```\nx"), [["code", "", "```\nx"]]);
});

test("splitInline() marks code and strong text and keeps the rest", () => {
  assert.deepEqual(
    splitInline("use `a<b>` **now** * 2").map(({ kind, text }) => `${kind}:${text}`),
    ["plain:use ", "code:a<b>", "plain: ", "strong:now", "plain: * 2"],
  );
});

test("splitInline() marks emphasis and links with their targets, not products or lists of stars", () => {
  const marked = splitInline("*so* 2*3*4 ![pic](a.png) [go](javascript:alert(3))");
  assert.deepEqual(marked, [
    { kind: "emphasis", text: "so" },
    { kind: "plain", text: " 2*3*4 " },
    { kind: "link", text: "pic", target: "a.png" },
    { kind: "plain", text: " [go](javascript:alert(3))" },
  ]);
});

test("highlight() loses no character, and gives unknown languages as one plain token", () => {
  const code = 'const a = "<b>"; // c';
  const tokens = highlight(code, "ts");
  assert.equal(tokens.map(({ text }) => text).join(""), code);
  assert(tokens.some(({ scope }) => scope === "keyword"));
  assert.deepEqual(highlight(code, "nonsense"), [{ scope: "", text: code }]);
});
