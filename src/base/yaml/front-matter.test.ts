import assert from "node:assert/strict";
import { test } from "node:test";
import { FRONT_MATTER_BYTES, splitFrontMatter } from "./front-matter.ts";

test("splitFrontMatter() takes the YAML and leaves the body as it stands", () => {
  const { yaml, body, fault } = splitFrontMatter("---\na: 1\n---\n\n# Title\n---\nmore");
  assert.equal(yaml, "a: 1\n");
  assert.equal(body, "\n# Title\n---\nmore");
  assert.equal(fault, null);
});

test("splitFrontMatter() tolerates CRLF, trailing spaces and an empty body", () => {
  const crlf = splitFrontMatter("---  \r\na: 1\r\n--- \r\n# T\r\n");
  assert.equal(crlf.yaml, "a: 1\r\n");
  assert.equal(crlf.body, "# T\r\n");
  assert.equal(splitFrontMatter("---\na: 1\n---").body, "");
  assert.equal(splitFrontMatter("---\n---\n").yaml, "");
});

test("splitFrontMatter() finds none where the first line is no fence", () => {
  for (const text of [
    "",
    "# Title\n---\na: 1\n---\n",
    "--- a: 1\n---\n",
    " ---\na\n---\n",
    "---",
  ]) {
    assert.deepEqual(splitFrontMatter(text), { yaml: null, yamlLine: 2, body: text, fault: null });
  }
});

test("splitFrontMatter() does not close at a longer or indented fence", () => {
  const { fault } = splitFrontMatter("---\na: 1\n----\n ---\n");
  assert.equal(fault?.code, "E_FRONTMATTER");
});

test("splitFrontMatter() refuses front matter over its limit, closed or not", () => {
  const large = "k: v\n".repeat(FRONT_MATTER_BYTES);
  assert.equal(splitFrontMatter(`---\n${large}---\nbody`).fault?.code, "E_LIMIT");
  assert.equal(splitFrontMatter(`---\n${large}`).fault?.code, "E_LIMIT");
  const wide = "é".repeat(FRONT_MATTER_BYTES / 2 + 1);
  assert.equal(splitFrontMatter(`---\n${wide}\n---\n`).fault?.code, "E_LIMIT");
  const exact = "x".repeat(FRONT_MATTER_BYTES - 1);
  assert.equal(splitFrontMatter(`---\n${exact}\n---\n`).fault, null);
});
