import assert from "node:assert/strict";
import { test } from "node:test";
import { extractLines } from "./extract.ts";
import { parseMarkdown } from "./markdown.ts";

const extract = (text: string) => extractLines(text, "a.md");

test("extractLines() reads front matter behind a byte-order mark, in TOML, and any line end", () => {
  for (const text of [
    "\ufeff---\ntitle: x\n---\n# Title\n\nText.\n",
    '+++\ntitle = "x"\n+++\n# Title\n\nText.\n',
    "---\r\ntitle: x\r\n---\r\n# Title\r\n\r\nText.\r\n",
    "# Title\r\rText.\r",
  ]) {
    assert.deepEqual(extract(text), ["Text."], JSON.stringify(text));
  }
});

test("extractLines() leaves out pictures and tags that stand alone before the first words", () => {
  const badges = '<p align="center">\n  <img src="logo.png">\n</p>\n\n[![ci](x.svg)](ci)\n\n';
  assert.deepEqual(extract(`# Tool\n\n${badges}It does things.\n`), ["It does things."]);
});

test("extractLines() bounds every line, so that one line cannot fill a curated file", () => {
  const [line = ""] = extract(`# T\n\n${"word ".repeat(100_000)}\n`);
  assert.equal(line.length, 400);
  assert(line.endsWith("…"));
  const [paired = ""] = extract(`# T\n\n${"😀".repeat(1000)}\n`);
  assert(paired.isWellFormed());
});

test("extractLines() has one mark for bullets", () => {
  assert.deepEqual(extract("# T\n\n* one\n+ two\n\n## S\n* three\n"), [
    "- one",
    "- two",
    "- three",
  ]);
});

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
