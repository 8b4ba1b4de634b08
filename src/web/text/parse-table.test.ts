import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTable } from "./parse-table.ts";

test("parseTable() fills missing cells, drops surplus ones and keeps an escaped bar", () => {
  assert.deepEqual(parseTable(["a | b", "--- | :-:", "| 1 \\| 2 |", "| x | y | z |"]), {
    kind: "table",
    head: ["a", "b"],
    rows: [
      ["1 | 2", ""],
      ["x", "y"],
    ],
  });
});

test("parseTable() refuses lines without a rule, and a table that is too large to lay out", () => {
  assert.equal(parseTable(["| a |", "| b |"]), null);
  assert.equal(parseTable(["| a |", "|---|", ...Array.from({ length: 501 }, () => "| 1 |")]), null);
});
