import assert from "node:assert/strict";
import { test } from "node:test";
import { progressTable } from "./progress-table.ts";

test("progressTable() counts by agent, and says first what a log needs", () => {
  const run = (tool: string, task: string, attempt = 1) => ({
    id: `${task}--${tool}--${attempt}`,
    tool,
    task,
    attempt,
  });
  const planned = [run("claude", "fix"), run("claude", "fix", 2), run("codex:o5", "fix")];
  const ended = new Map([["fix--claude--1", { status: "failure" }]]);
  const running = new Map([["fix--claude--2", { ms: 12_400 }]]);
  assert.deepEqual(progressTable({ planned, ended, running }).split("\n"), [
    "1 of 3 done, 1 failed; running: claude fix (2) 12 s",
    "  agent     done    success  failure  running now",
    "  claude    1 of 2  0        1        fix (2) 12 s",
    "  codex:o5  0 of 1  0        0",
  ]);
});
