import assert from "node:assert/strict";
import { test } from "node:test";
import type { TranscriptItem } from "../../model/transcript.ts";
import { createInterventionCounter } from "./interventions.ts";

const signs = { questionTools: ["ask"], refusal: /^rejected/ };
let line = 0;
const common = () => ({
  id: `i${++line}`,
  parent_id: null,
  at: null,
  actor: "user" as const,
  source: { file: "s.jsonl", line, type: "record" },
  raw: null,
  thread: null,
  branch: null,
});
const message = (
  role: "user" | "assistant",
  text: string,
  more: Partial<Extract<TranscriptItem, { kind: "message" }>> = {},
): TranscriptItem => {
  return { ...common(), kind: "message", role, text, model: null, attachments: [], ...more };
};
const call = (call_id: string, name: string): TranscriptItem => {
  return { ...common(), kind: "tool_call", call_id, name, arguments: {} };
};
const result = (call_id: string, content: string, ok = true): TranscriptItem => {
  return { ...common(), kind: "tool_result", call_id, ok, content, attachments: [] };
};
const interrupted = (): TranscriptItem => {
  return { ...common(), kind: "error", code: "interrupted", text: "" };
};

function kindsOf(...items: readonly TranscriptItem[]): readonly string[] {
  const counter = createInterventionCounter(signs);
  for (const item of items) counter.add(item);
  return counter.result().list.map(({ kind }) => kind);
}

const began = [message("user", "Fix it."), message("assistant", "I will.")];

test("createInterventionCounter() counts messages, answers, refusals and interruptions after the work began", () => {
  assert.deepEqual(kindsOf(message("user", "Fix it."), message("user", "And this.")), []);
  assert.deepEqual(kindsOf(...began, message("user", "Not so.")), ["message"]);
  assert.deepEqual(kindsOf(...began, call("1", "ask"), result("1", "yes")), ["answer"]);
  assert.deepEqual(kindsOf(...began, call("1", "rm"), result("1", "rejected", false)), ["refusal"]);
  assert.deepEqual(kindsOf(...began, interrupted()), ["interrupt"]);
});

test("createInterventionCounter() takes no results, context, commands, sub-agents or left paths", () => {
  const items = [
    call("1", "sh"),
    result("1", "rejected is what the command printed"),
    message("user", "hook output", { sender: "context" }),
    message("user", "a report", { sender: "task" }),
    message("user", "/compact"),
    message("user", "to a sub-agent", { thread: "t" }),
    message("user", "taken back", { branch: "b" }),
    { ...common(), kind: "injected", text: "summary", is_summary: true } as const,
  ];
  assert.deepEqual(kindsOf(...began, ...items), []);
});

test("createInterventionCounter() counts a refusal and the mark that follows it as one", () => {
  const refused = [call("1", "rm"), result("1", "rejected", false), interrupted()];
  assert.deepEqual(kindsOf(...began, ...refused), ["refusal"]);
  assert.deepEqual(kindsOf(...began, ...refused, message("assistant", "Hm."), interrupted()), [
    "refusal",
    "interrupt",
  ]);
});

test("createInterventionCounter() lists a bounded number and counts all", () => {
  const counter = createInterventionCounter(undefined);
  for (const item of began) counter.add(item);
  for (let at = 0; at < 250; at++) counter.add(message("user", `again ${at}`));
  const { count, list } = counter.result();
  assert.deepEqual([count, list.length], [250, 100]);
});
