import assert from "node:assert/strict";
import { test } from "node:test";
import { requestText, typedText } from "./requests.ts";

const PASTED = Array.from({ length: 40 }, (_, at) => `- row ${at} of the pasted text`).join("\n");

test("the report of a background task is not what a person typed", () => {
  const report = { task_id: "b94c367", description: "npm test | tail", task_type: "local_bash" };
  assert.equal(requestText(JSON.stringify(report)), "");
  assert.equal(requestText("why is task_id empty?"), "why is task_id empty?");
});

test("a line that only introduces what was pasted is completed by its title", () => {
  const plan = `Implement the following plan:\n\n# Plan: New scoring\n\n## Context\n\n${PASTED}`;
  assert.match(typedText(plan), /^Implement the following plan: Plan: New scoring; Context/);
  const list = `Here is the prompt:\n\n---\n\nYou are to:\n1. Check it\n2. Write docs/ref.md.\n\n${PASTED}`;
  assert.equal(typedText(list), "Here is the prompt: You are to: Check it; Write docs/ref.md.");
});

test("a paragraph with sentences of its own is not completed", () => {
  const own = "Think about the review again. There are four things to consider:";
  assert.equal(typedText(`${own}\n\n1. Retrieval\n\n${PASTED}`), own);
});

test("of a paragraph that is mostly pasted the first line is what was typed", () => {
  const first = "fix this Expected ';' or <eof>";
  assert.equal(typedText(`${first}\n> 1025 | nded-xl\n${PASTED}`), first);
});
