import assert from "node:assert/strict";
import { test } from "node:test";
import { progressTable } from "./progress-table.ts";
import type { ProgressRun } from "./run-progress.ts";
import { formatTimeLeft, timeLeft } from "./time-left.ts";

const run = (tool: string, task: string, attempt = 1): ProgressRun => {
  return { id: `${task}--${tool}--${attempt}`, tool, task, attempt };
};
const ended = (status: string | null, ms: number | null, hasError = false) => {
  return { status, ms, hasError };
};

test("progressTable() counts by agent, and says first what a log needs", () => {
  const progress = {
    planned: [run("claude", "fix"), run("claude", "fix", 2), run("codex:o5", "fix")],
    ended: new Map([["fix--claude--1", ended("failure", 120_000)]]),
    running: new Map([["fix--claude--2", { ms: 12_400 }]]),
    jobs: 1,
    limitMs: 900_000,
  };
  assert.deepEqual(progressTable(progress).split("\n"), [
    "1 of 3 done, 0 passed, 1 failed, about 4 min left; running: claude fix (2) 12 s",
    "  agent     done    success  failure  error  running now",
    "  claude    1 of 2  0        1        0      fix (2) 12 s",
    "  codex:o5  0 of 1  0        0        0",
  ]);
});

test("progressTable() counts errors apart, and names few of many runs under way", () => {
  const planned = ["a", "b", "c", "d", "e"].map((task) => run("pi", task));
  const progress = {
    planned,
    ended: new Map([["a--pi--1", ended(null, 1000, true)]]),
    running: new Map(planned.slice(1).map(({ id }) => [id, { ms: 0 }])),
    jobs: 4,
    limitMs: 900_000,
  };
  assert.equal(
    progressTable(progress).split("\n")[0],
    "1 of 5 done, 0 passed, 0 failed, 1 with an error, less than a minute left; " +
      "running: pi b 0 s, pi c 0 s, pi d 0 s, 1 more",
  );
});

test("timeLeft() goes by each agent's own runs, shares them among the jobs, and is unknown at first", () => {
  const planned = [1, 2, 3].flatMap((attempt) => [
    run("fast", "t", attempt),
    run("slow", "t", attempt),
  ]);
  const none = { planned, ended: new Map(), running: new Map(), jobs: 2, limitMs: 900_000 };
  assert.equal(timeLeft(none), null);
  const started = new Map([
    ["t--fast--1", ended("success", 1000)],
    ["t--slow--1", ended("success", 9000)],
    ["t--slow--2", ended(null, null)],
  ]);
  // Two of the fast and one of the slow: 11 s together; the slow one alone takes 9 s.
  assert.equal(timeLeft({ ...none, ended: started, jobs: 1 }), 11_000);
  assert.equal(timeLeft({ ...none, ended: started }), 9000);
  const running = new Map([["t--slow--3", { ms: 8000 }]]);
  assert.equal(timeLeft({ ...none, ended: started, running, jobs: 1 }), 3000);
  assert.equal(formatTimeLeft(3 * 3_600_000 + 60_000), "about 3 h 1 min left");
});

test("timeLeft() of an agent that has not ended counts its run under way, up to the limit", () => {
  const planned = [run("fast", "t"), run("stuck", "t"), run("stuck", "t", 2)];
  const ended1 = new Map([["t--fast--1", ended("success", 1000)]]);
  const at = (ms: number) =>
    timeLeft({
      planned,
      ended: ended1,
      running: new Map([["t--stuck--1", { ms }]]),
      jobs: 1,
      limitMs: 600_000,
    });
  // It is 4 min late, so about 4 min more, and as long again for the run that waits.
  assert.equal(at(241_000), 240_000 + 241_000);
  assert.equal(at(590_000), 10_000 + 590_000);
});

test("timeLeft() does not promise an end to a run that is later than those before it", () => {
  const planned = [run("pi", "t"), run("pi", "t", 2)];
  const progress = {
    planned,
    ended: new Map([["t--pi--1", ended("success", 10_000)]]),
    running: new Map([["t--pi--2", { ms: 190_000 }]]),
    jobs: 1,
    limitMs: 900_000,
  };
  assert.equal(timeLeft(progress), 180_000);
});
