import assert from "node:assert/strict";
import { test } from "node:test";
import { markdownBlock, markdownLine } from "./markdown.ts";

test("markdownLine() leaves nothing that begins a heading, a cell, a tag or an escape sequence", () => {
  const line = markdownLine("X | y\n## Injected\n\u001b[31m<script>`a`</script>");
  assert.equal(line, "X \\| y \\#\\# Injected \\\\u001b\\[31m\\<script\\>\\`a\\`\\</script\\>");
});

test("markdownLine() begins no list", () => {
  assert.equal(markdownLine("- a"), "\\- a");
  assert.equal(markdownLine("1. a"), "1\\. a");
});

test("markdownLine() cuts a long text", () => {
  assert.equal([...markdownLine("é".repeat(300), 10)].length, 10);
});

test("markdownBlock() makes a fence longer than every one inside", () => {
  const block = markdownBlock("a\r\n````\nb\u202e", "diff");
  assert.equal(block, "`````diff\na\n````\nb\\u202e\n`````");
});

test("markdownBlock() takes a text of many backticks without spreading them", () => {
  assert.ok(markdownBlock("`a".repeat(500_000)).startsWith("```\n"));
});
