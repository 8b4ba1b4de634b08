import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCost, formatDuration } from "./format-measures.ts";

test("formatDuration() rounds before it chooses units, so that no minute has 60 seconds", () => {
  const shown: readonly (readonly [number | null, string])[] = [
    [null, "unknown"],
    [0, "0 ms"],
    [999.4, "999 ms"],
    [999.6, "1.0 s"],
    [59_940, "59.9 s"],
    [59_960, "1 min"],
    [61_000, "1 min 1 s"],
    [119_600, "2 min"],
    [3_599_600, "1 h"],
    [7_380_000, "2 h 3 min"],
  ];
  for (const [ms, text] of shown) assert.equal(formatDuration(ms), text);
});

test("formatCost() shows cents, and more of an amount of a few cents", () => {
  const shown: readonly (readonly [number | null, string])[] = [
    [null, "unknown"],
    [0, "$0.00"],
    [0.0123, "$0.0123"],
    [0.5, "$0.50"],
    [12.345, "$12.35"],
  ];
  for (const [usd, text] of shown) assert.equal(formatCost(usd), text);
});
