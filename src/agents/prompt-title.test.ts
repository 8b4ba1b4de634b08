import assert from "node:assert/strict";
import { test } from "node:test";
import { promptTitle, titleAfter } from "./prompt-title.ts";

const titleOf = (...prompts: readonly string[]) => prompts.reduce<string | null>(titleAfter, null);

test("a session is named after the first request that says something", () => {
  assert.equal(titleOf("hello!", "Fix the parser", "And the docs"), "Fix the parser");
  assert.equal(titleOf("/mode", "clear", "ok do it", "Why is it slow?"), "Why is it slow?");
  assert.equal(titleOf("修复解析器的错误", "Fix the parser"), "修复解析器的错误");
});

test("a session in which nothing is said is named after its first request", () => {
  assert.equal(titleOf("clear", "continue"), "clear");
  assert.equal(titleOf(" \n ", "go"), "go");
  assert.equal(titleOf(), null);
});

test("what an editor or a template puts before a request is no title", () => {
  const tabs = "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts: src/a.ts\n\n";
  assert.equal(promptTitle(`${tabs}## My request for Codex:\nMake it faster\n`), "Make it faster");
  assert.equal(promptTitle("[[ ## user_query ## ]]\nWhich file is it?"), "Which file is it?");
  assert.equal(promptTitle("<task>\n---\nCount the words\n</task>"), "Count the words");
  assert.equal(promptTitle("<task>"), "<task>");
});
