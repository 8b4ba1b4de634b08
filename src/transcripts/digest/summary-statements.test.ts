import assert from "node:assert/strict";
import { test } from "node:test";
import type { Digest } from "./digest.ts";
import { summaryStatements } from "./summary-statements.ts";

const text = [
  "The user wants strict TDD for every task.",
  "- Task 8: write the default output - PENDING",
  "- Currently the test of task 7 fails.",
].join("\n");

function statements(done: number, actions: number): readonly string[] {
  const action = { kind: "command" as const, text: "npm test", item_id: "i", at: 0 };
  const turn = { at: null, request: "", item_id: "u", reply: "", reply_id: null };
  const turns = [{ ...turn, isAnswered: true, actions: Array(actions).fill(action) }];
  const summary = { text, item_id: "s", turns: 1, done };
  const digest = { summary, turns } as unknown as Digest;
  return summaryStatements(digest).map((statement) => statement.text);
}

test("what a summary says of its own moment is left out once the work went on, without a request, too", () => {
  assert.equal(statements(2, 2).length, 3);
  assert.deepEqual(statements(2, 3), ["The user wants strict TDD for every task."]);
});
