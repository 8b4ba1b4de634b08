import assert from "node:assert/strict";
import { test } from "node:test";
import { eventOfStep } from "./event-of-step.ts";
import { keyedStep, type StepDraft, shownKey } from "./step.ts";
import { stepOfEvent } from "./steps-of-events.ts";

const at = "2026-05-01T10:00:00.000Z";
const well = { ok: true, exitCode: null, error: null, at };
const ill = { ok: false, exitCode: null, error: "no such file", at };

test("stepOfEvent() reads what eventOfStep() wrote as the same step", () => {
  const drafts: readonly StepDraft[] = [
    { kind: "request", subject: "Fix the login", ...well, ok: null },
    { kind: "command", subject: "npm test", ...well, exitCode: 0 },
    { kind: "command", subject: "npm test", ...ill, exitCode: 1 },
    { kind: "command", subject: "sleep 9", ...ill },
    { kind: "read", subject: "src/a.ts", ...well },
    { kind: "read", subject: "src/b.ts", ...ill },
    { kind: "write", subject: "src/a.ts", ...ill },
    { kind: "tool", subject: 'search {"pattern":"x"}', ...well },
    { kind: "tool", subject: 'search {"pattern":"x"}', ...ill },
    { kind: "error", subject: "overloaded", ...ill, error: "overloaded" },
    { kind: "command", subject: `echo ${"long ".repeat(200)}`, ...well, exitCode: 0 },
  ];
  for (const draft of drafts) {
    const { step } = keyedStep(draft, null);
    const read = stepOfEvent(JSON.parse(JSON.stringify(eventOfStep(step, at))));
    assert.deepEqual(read.step, step);
    assert.equal(read.key, shownKey(step));
  }
});

test("the request of a session and the task that was packed from it are the same step", () => {
  const request = (subject: string) =>
    keyedStep({ kind: "request", subject, ...well, ok: null }, null).key;
  const packed =
    "# Task\n\nFix the login.\n\n## Acceptance criteria\n\n- Done as asked: Fix the login.\n";
  assert.equal(request(packed), request("Fix the login."));
  const long = "Fix the login of every page. ".repeat(30);
  assert.equal(request(`# Task\n\n${long}\n`), request(long));
  assert.notEqual(request("Fix the logout."), request("Fix the login."));
});
