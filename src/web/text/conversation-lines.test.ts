import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConversationData, Row } from "../page.ts";
import { conversationLines, nextPrompt } from "./conversation-lines.ts";

const row = (number: number, kind: Row["kind"], text: string, group?: number): Row => ({
  number,
  kind,
  at: null,
  text,
  ...(group === undefined ? {} : { group }),
});
const conversation: ConversationData = {
  rows: [
    row(1, "user", "First"),
    row(2, "assistant", "inside", 0),
    row(3, "assistant", "Answer"),
    row(4, "assistant", "inside too", 0),
    row(5, "user", "Second"),
  ],
  groups: [{ kind: "sub-agent", title: "Sub", rows: 2 }],
};
const numbers = (openGroups: number[], query = "") =>
  conversationLines(conversation, { openGroups: new Set(openGroups), query }).map((line) =>
    line.kind === "row" ? line.row.number : "group",
  );

test("conversationLines() folds a group where its first row was, and unfolds it there", () => {
  assert.deepEqual(numbers([]), [1, "group", 3, 5]);
  assert.deepEqual(numbers([0]), [1, "group", 2, 4, 3, 5]);
});

test("conversationLines() searches in any case and in folded groups", () => {
  assert.deepEqual(numbers([], "INSIDE TOO"), ["group", 4]);
});

test("nextPrompt() finds the nearest prompt in either direction, or null", () => {
  const lines = conversationLines(conversation, { openGroups: new Set(), query: "" });
  assert.equal(nextPrompt(lines, 0, 1), 3);
  assert.equal(nextPrompt(lines, 3, -1), 0);
  assert.equal(nextPrompt(lines, 3, 1), null);
});

test("nextPrompt() passes over what others wrote in the user's place", () => {
  const [first, ...others] = conversation.rows;
  const report: Row = { ...row(2, "user", "12 pages"), sender: "task" };
  const rows = [first ?? report, report, ...others];
  const lines = conversationLines({ rows, groups: [] }, { openGroups: new Set(), query: "" });
  assert.equal(nextPrompt(lines, 0, 1), 5);
});
