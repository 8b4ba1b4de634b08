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
  conversationLines(conversation, {
    openGroups: new Set(openGroups),
    openContexts: new Set(),
    query,
  }).map((line) => (line.kind === "row" ? line.row.number : line.kind));
const CLOSED = { openGroups: new Set<number>(), openContexts: new Set<number>(), query: "" };

test("conversationLines() folds a group where its first row was, and unfolds it there", () => {
  assert.deepEqual(numbers([]), [1, "group", 3, 5]);
  assert.deepEqual(numbers([0]), [1, "group", 2, 4, 3, 5]);
});

test("conversationLines() searches in any case and in folded groups", () => {
  assert.deepEqual(numbers([], "INSIDE TOO"), ["group", 4]);
});

test("conversationLines() finds rows with every term of a query, in any order, and phrases in quotes", () => {
  assert.deepEqual(numbers([], "too inside"), ["group", 4]);
  assert.deepEqual(numbers([], '"too inside"'), []);
  assert.deepEqual(numbers([], '"inside too"'), ["group", 4]);
});

test("nextPrompt() finds the nearest prompt in either direction, or null", () => {
  const lines = conversationLines(conversation, CLOSED);
  assert.equal(nextPrompt(lines, 0, 1), 3);
  assert.equal(nextPrompt(lines, 3, -1), 0);
  assert.equal(nextPrompt(lines, 3, 1), null);
});

test("nextPrompt() passes over what others wrote in the user's place", () => {
  const [first, ...others] = conversation.rows;
  const report: Row = { ...row(2, "user", "12 pages"), sender: "task" };
  const rows = [first ?? report, report, ...others];
  const lines = conversationLines({ rows, groups: [] }, CLOSED);
  assert.equal(nextPrompt(lines, 0, 1), 5);
});

test("conversationLines() folds system context of several rows, and names each day once", () => {
  const at = (number: number, day: number): Row => ({
    ...row(number, number < 4 ? "context" : "user", `text ${number}`),
    at: `2026-01-${day}T08:00:00Z`,
  });
  const rows = [at(1, 30), at(2, 30), at(3, 30), at(4, 30), at(5, 31)];
  const kinds = (openContexts: number[]) =>
    conversationLines({ rows, groups: [] }, { ...CLOSED, openContexts: new Set(openContexts) }).map(
      (line) => (line.kind === "row" ? line.row.number : line.kind),
    );
  assert.deepEqual(kinds([]), ["day", "context", 4, "day", 5]);
  assert.deepEqual(kinds([1]), ["day", "context", 1, 2, 3, 4, "day", 5]);
});
