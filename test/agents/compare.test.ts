import assert from "node:assert/strict";
import { test } from "node:test";
import { missingItems } from "./compare.ts";
import type { Expected } from "./expected.ts";
import type { SentItem } from "./sent/item.ts";

const expected: readonly Expected[] = [
  { kind: "user", text: "Open it with s3cret" },
  { kind: "call", id: "a", name: "Bash", arguments: { command: "open s3cret" } },
  { kind: "call", id: "b", name: "weigh", arguments: { what: "/old/pear" } },
  { kind: "result", id: "b", text: "/old/pear: 200 g" },
  { kind: "result", id: "a", text: "opened" },
  { kind: "assistant", text: "It is open." },
];
const sent: readonly SentItem[] = [
  { kind: "user", text: "Open it with s3cret" },
  { kind: "call", id: "1", name: "exec_command", arguments: { cmd: "open s3cret" } },
  { kind: "call", id: "2", name: "weigh", arguments: { what: "/new/pear" } },
  { kind: "result", id: "1", text: "Output: opened" },
  { kind: "result", id: "2", text: "/new/pear: 200 g" },
  { kind: "assistant", text: "It is open." },
];
const folders = [["/old", "/new"]];
const without = (index: number) => sent.filter((_, at) => at !== index);

test("missingItems() finds everything under other ids, names of tools and folders", () => {
  assert.deepEqual(missingItems(expected, sent, { folders }), []);
});

test("missingItems() names what is gone, moved, or answered by another call's result", () => {
  const lost = (items: readonly SentItem[]) =>
    missingItems(expected, items, { folders }).map(({ kind }) => kind);
  assert.deepEqual(lost(without(0)), ["user"]);
  assert.deepEqual(lost(without(1)), ["call", "result"]);
  assert.deepEqual(lost(without(4)), ["result"]);
  assert.deepEqual(lost([...sent.slice(5), ...sent.slice(0, 5)]), ["assistant"]);
  const swapped = sent.map((item) => (item.kind === "result" ? { ...item, id: "1" } : item));
  assert.deepEqual(lost(swapped), ["result"]);
  assert.equal(missingItems(expected, sent, { folders: [] }).length, 2);
});

test("missingItems() wants something else at the place of a secret", () => {
  const allowance = { folders, secret: "s3cret" };
  assert.equal(missingItems(expected, sent, allowance).length, 3);
  const redacted = JSON.parse(JSON.stringify(sent).replaceAll("s3cret", "[TOKEN-1]"));
  assert.deepEqual(missingItems(expected, redacted, allowance), []);
  const emptied = JSON.parse(JSON.stringify(sent).replaceAll("s3cret", ""));
  assert.equal(missingItems(expected, emptied, allowance).length, 3);
});

test("missingItems() finds texts of the user that were sent as one message, in their order", () => {
  const twice: readonly Expected[] = [
    { kind: "user", text: "Prune." },
    { kind: "summary", text: "The pears are pruned." },
  ];
  const joined = (text: string): readonly SentItem[] => [{ kind: "user", text }];
  const inOrder = joined("Prune.\nThe pears are pruned.");
  assert.deepEqual(missingItems(twice, inOrder, { folders }), []);
  assert.equal(missingItems(twice, joined("The pears are pruned.\nPrune."), { folders }).length, 1);
});
