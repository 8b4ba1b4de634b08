import assert from "node:assert/strict";
import { test } from "node:test";
import { fitOutlines } from "./fit-outlines.ts";
import { outlineOf, verbatimOf } from "./outline.ts";

const count = (text: string) => text.length;
const verbatim = (text: string) => verbatimOf(text, 3).text;

test("verbatimOf() keeps every heading, list and introduction, below the level of its section", () => {
  const text = [
    "---\ncontext_role: guardrail\n---\n# Guardrails\n\nFor every task.\n",
    "## Forbidden\n\n1. Pay invoices of new suppliers\n2. Promise dates\n",
    "### Never\n\nDoes not decide:\n\n- dates of releases\n  - also not drafts\n",
    "## Limits\n\n| what | limit |\n|---|---|\n| words | 1,200 |\n",
  ].join("\n");
  assert.equal(
    verbatim(text),
    [
      "### Guardrails\n\nFor every task.\n",
      "#### Forbidden\n\n1. Pay invoices of new suppliers\n2. Promise dates\n",
      "##### Never\n\nDoes not decide:\n\n- dates of releases\n  - also not drafts\n",
      "#### Limits\n\n| what | limit |\n|---|---|\n| words | 1,200 |",
    ].join("\n"),
  );
});

test("verbatimOf() reads front matter behind a byte-order mark, in TOML, and any line end", () => {
  for (const text of [
    "\ufeff---\ntitle: x\n---\nText.\n",
    '+++\ntitle = "x"\n+++\nText.\n',
    "---\r\ntitle: x\r\n---\r\nText.\r\n",
    "\r\rText.\r",
  ]) {
    assert.equal(verbatim(text), "Text.", JSON.stringify(text));
  }
});

test("verbatimOf() leaves out comments, except in code, and hides nothing behind an open one", () => {
  assert.equal(verbatim("a <!-- x --> b\n<!-- one\ntwo -->\nc\n"), "a  b\nc");
  assert.equal(verbatim("```\n<!-- x -->\n```\n"), "```\n<!-- x -->\n```");
  assert.equal(verbatim("<!-- open\nNever pay.\n"), "<!-- open\nNever pay.");
});

test("verbatimOf() leaves out what nobody has written, with its headings, but no rule that is a heading", () => {
  const kernel =
    "# docs\n\nWhat this responsibility is for, in two or three sentences.\n\n## Decides\n- What it decides by itself.\n\n## Does not decide\n- Dates\n";
  assert.equal(verbatim(kernel), "### docs\n\n\n#### Does not decide\n- Dates");
  assert.equal(
    verbatim("## No releases on Fridays\n\n## Ask first\n"),
    "### No releases on Fridays\n\n### Ask first",
  );
});

test("a block that an author chose keeps the heading and the introduction that it stands below", () => {
  const text =
    "# G\n\n## Forbidden\n\nWithout approval:\n<!-- curator:include -->\n- pay invoices\n<!-- /curator:include -->\n\n## Other\n- x\n";
  assert.deepEqual(verbatimOf(text, 3), {
    title: "G",
    isPart: true,
    text: "### Forbidden\n\nWithout approval:\n\n- pay invoices",
  });
});

const project =
  "# Site\n\nNew pages.\n\n## Next steps\n- write\n\n### Not part of the work\n- translations\n\n## Notes\n- long and long and long\n";

test("outlineOf() has whole sections with everything below them", () => {
  assert.deepEqual(
    outlineOf(project, 4).pieces.map(({ name, text }) => [name, text]),
    [
      ["", "New pages."],
      ["Next steps", "#### Next steps\n- write\n\n##### Not part of the work\n- translations"],
      ["Notes", "#### Notes\n- long and long and long"],
    ],
  );
});

test("fitOutlines() shows whole pieces and names the others with a link", () => {
  const file = { path: "p.md", heading: "### Site", outline: outlineOf(project, 4) };
  const fit = (tokens: number) =>
    fitOutlines([file], { tokens, count }, (left) => `${left} more`).join("\n");
  assert.equal(fit(1000).includes("…"), false);
  assert.match(fit(150), /^### Site\nNew pages\.\n\n#### Next steps[^…]*translations\n\n… Notes/);
  assert.match(fit(80), /^### Site\nNew pages\.\n\n… Next steps; Notes \(\[p\.md\]\(p\.md\)\)/);
  assert.equal(fit(10), "1 more");
});

test("fitOutlines() keeps the piece that is needed first, in its own place", () => {
  const outline = outlineOf(
    "# Site\n\nNew pages.\n\n## Next steps\n- Write\n\n## History\n- Old\n",
    4,
  );
  const file = {
    path: "a.md",
    heading: "### Site",
    outline,
    isFirst: ({ name }: { readonly name: string }) => name === "Next steps",
  };
  const count = (text: string) => text.length;
  const show = (tokens: number) => fitOutlines([file], { tokens, count }, () => "more").join("\n");
  assert.match(show(80), /^### Site\n#### Next steps\n- Write\n\n… History/);
  assert.equal(
    show(300),
    "### Site\nNew pages.\n\n#### Next steps\n- Write\n\n#### History\n- Old\n",
  );
});
