import assert from "node:assert/strict";
import { test } from "node:test";
import { createTerminal } from "../terminal.ts";
import type { Shown } from "./presenter.ts";
import presenters from "./request.ts";

const terminal = createTerminal({}, false);
const parts = { id: "req_a", status: "pending", priority: 100, subject: "Describe the flag" };
const parties = { origin_responsibility_id: "build", target_responsibility_id: "docs" };
const request = { ...parts, ...parties, summary: "", due_at: null };
const shown = (output: unknown) => output as Shown<"request list">; // The keys that are read.

test("a request without a due time and in time is shown without both", () => {
  const sla = { ok: 1, at_risk: 0, breached: 0 };
  const requests = [{ ...request, sla: "ok" }];
  assert.deepEqual(presenters["request list"](shown({ requests, sla }), terminal), [
    "req_a  pending  build → docs: Describe the flag (priority 100)",
    "1 request",
  ]);
});

test("a request that is late is marked, and counted below the list", () => {
  const sla = { ok: 0, at_risk: 0, breached: 1 };
  const due = { ...request, due_at: "2026-11-01T00:00:00Z", sla: "breached" };
  assert.deepEqual(presenters["request list"](shown({ requests: [due], sla }), terminal), [
    "req_a  pending  build → docs: Describe the flag (priority 100, due 2026-11-01T00:00:00Z, late)",
    "1 request, 1 late",
  ]);
});
