import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestState } from "../workspace/record.ts";
import { closedLines } from "./closed-requests.ts";

const NOW = "2026-03-31T12:00:00Z";

/** A request that was closed on a day of March. */
function closed(id: string, day: number, more: Partial<RequestState> = {}): RequestState {
  const since = `2026-03-${String(day).padStart(2, "0")}T12:00:00Z`;
  return {
    id,
    status: "completed",
    origin: "build",
    target: "docs",
    subject: `Describe ${id}`,
    summary: "",
    priority: 100,
    created_at: since,
    due_at: null,
    available_at: since,
    since,
    note: `reports/${id}.md`,
    ...more,
  };
}

function entriesOf(requests: readonly RequestState[], task: string | null = null) {
  const options = { responsibility: "docs", now: NOW, task, outcomes: new Map<string, string>() };
  return closedLines(requests, options).entries.map(({ shown }) => shown);
}

const line = (id: string, day: string) =>
  `- 2026-03-${day} request ${id} from build completed: Describe ${id}; result: reports/${id}.md`;

test("after 14 days completed requests are only named, and why one was refused stays", () => {
  const refused = { status: "rejected", note: "no paper" };
  const requests = [
    closed("last", 17),
    closed("before", 16),
    closed("refused", 10, refused),
    closed("first", 5),
  ];
  assert.deepEqual(entriesOf(requests), [
    line("last", "17"),
    "- 2026-03-10 request refused from build rejected: Describe refused; because: no paper",
    "- 2026-03-05 to 2026-03-16 completed, results on their pages: before (Describe before), first (Describe first)",
  ]);
  const alone = [closed("last", 17), closed("before", 16)];
  assert.deepEqual(entriesOf(alone), [line("last", "17"), line("before", "16")]);
});

test("a task recalls the result of a completed request that is about it, in any script", () => {
  const requests = [
    closed("flags", 9, { subject: "List the flags of the parser" }),
    closed("terms", 8, { subject: "核对供应商的付款条件" }),
    closed("other", 7),
    closed("more", 6),
  ];
  const named = (ids: readonly string[]) =>
    requests.filter(({ id }) => ids.includes(id)).map(({ id, subject }) => `${id} (${subject})`);
  const shown = (task: string) =>
    entriesOf(requests, task).map((entry) => /completed, |result: \S+$/.exec(entry)?.[0]);
  assert.deepEqual(entriesOf(requests), [
    `- 2026-03-06 to 2026-03-09 completed, results on their pages: ${named(["flags", "terms", "other", "more"]).join(", ")}`,
  ]);
  assert.deepEqual(shown("Which flags does the parser have?"), [
    "result: reports/flags.md",
    "completed, ",
  ]);
  assert.deepEqual(shown("付款条件是什么？"), ["result: reports/terms.md", "completed, "]);
});
