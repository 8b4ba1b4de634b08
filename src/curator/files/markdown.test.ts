import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMarkdown } from "./markdown.ts";

test("parseMarkdown() finds a title that is underlined, or only in the front matter, and none that is blank", () => {
  const titleOf = (text: string) => parseMarkdown(text).title;
  assert.equal(titleOf("Title\n=====\n\nText.\n"), "Title");
  assert.equal(titleOf("---\nlayout: post\ntitle: Of the page\n---\n\nText.\n"), "Of the page");
  assert.equal(titleOf('---\ntitle: "two\\n# lines"\n---\nText.\n'), "two # lines");
  assert.equal(titleOf("# \n\nText.\n"), null);
  assert.equal(titleOf(`# ${"long ".repeat(1000)}\n`)?.length, 200);
});

test("parseMarkdown() takes an underline for a heading only behind a single line of text", () => {
  const headings = (text: string) =>
    parseMarkdown(text).sections.map(({ heading, level }) => `${level} ${heading}`);
  assert.deepEqual(headings("Intro\n\nSteps\n-----\n- a\n"), ["0 ", "2 Steps"]);
  assert.deepEqual(headings("two\nlines\n---\n"), ["0 "]);
  assert.deepEqual(headings("- item\n---\n"), ["0 "]);
  assert.deepEqual(headings("| a |\n|---|\n"), ["0 "]);
  assert.deepEqual(headings("```\nx\n---\n```\n"), ["0 "]);
});
