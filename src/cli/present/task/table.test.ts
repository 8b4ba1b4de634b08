import assert from "node:assert/strict";
import { test } from "node:test";
import { tableLines } from "./table.ts";

const rows = [
  ["", "agent / model", "runs", "success rate", "cost per success"],
  ["1", "claude / claude-opus-5-5", "12", "100% (21–100%)", "$0.0012"],
];

test("tableLines() aligns columns, and narrows those that may be narrower", () => {
  assert.deepEqual(tableLines(rows, { width: 60, shrink: [1] }), [
    "   agent / model      runs  success rate    cost per success",
    "1  claude / claude-…  12    100% (21–100%)  $0.0012",
  ]);
});

test("tableLines() puts values below a name where the terminal is too narrow for a row", () => {
  assert.deepEqual(tableLines(rows, { width: 40, shrink: [1] }), [
    "1  claude / claude-opus-5-5",
    "   runs 12, success rate 100% (21–100%), cost per success $0.0012",
  ]);
});
