import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../page.ts";
import { formatDuration, outlineOf } from "./outline.ts";

const row = (number: number, kind: Row["kind"], text: string, more: Partial<Row> = {}): Row => {
  const at = new Date(Date.UTC(2026, 0, 31, 8) + number * 60_000).toISOString();
  return { number, kind, at, text, ...more };
};
const call = { name: "Edit", input: "{}", ok: true, output: "" };

test("outlineOf() sums what follows each prompt, and lists files and failures once", () => {
  const edit = { path: "a.ts", before: "", after: "x" };
  const outline = outlineOf([
    row(1, "context", "rules"),
    row(2, "user", "First\nmore", { used: { input: 5, output: 0, usd: 0.25 } }),
    row(3, "tool", "a.ts", { tool: { ...call, edit }, used: { input: 9, output: 7, usd: 0.5 } }),
    row(4, "tool", "npm test", { tool: { ...call, ok: false } }),
    row(5, "file", "update a.ts"),
    row(6, "user", "report", { sender: "task" }),
    row(7, "user", "Second"),
  ]);
  assert.deepEqual(outline.prompts, [
    { number: 2, text: "First", durationMs: 240_000, output: 7, usd: 0.75, failures: 1 },
    { number: 7, text: "Second", durationMs: null, output: 0, usd: 0, failures: 0 },
  ]);
  assert.deepEqual(outline.files, [{ path: "a.ts", changes: 2, last: 5 }]);
  assert.deepEqual(outline.failures, [{ number: 4, text: "npm test" }]);
});

test("formatDuration() uses the unit that reads best", () => {
  assert.deepEqual([9_400, 150_000, 4_800_000].map(formatDuration), ["9 s", "3 min", "1 h 20 min"]);
});
