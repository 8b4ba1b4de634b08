import assert from "node:assert/strict";
import { test } from "node:test";
import type { HandoffOutput } from "../../../handoff/disk/report.ts";
import { describeChange } from "../../../handoff/item-change.ts";
import { createTerminal } from "../../terminal.ts";
import { conversationLines } from "./conversation.ts";

const terminal = createTerminal({ columns: 100 }, false);
const loss = { kept: 4, changed: 0, summarised: 0, dropped: 0, items: [] };
const conversation = {
  complete: true,
  messages: 4,
  calls: 3,
  results: 3,
  summaries: 0,
  changed: 0,
  missing: 0,
  in_force: { messages: 0, calls: 0 },
  unknown_kinds: [],
  renamed_tools: [],
};

function output(changes: Partial<HandoffOutput>): HandoffOutput {
  return {
    kind: "handoff",
    agent: "codex",
    session_id: "x",
    path: "/x",
    cwd: null,
    resume: [],
    conversation,
    tokens: 1234,
    window: null,
    undo: null,
    loss,
    redactions: [],
    from: null,
    dry_run: false,
    findings: [],
    notes: [],
    ...changes,
  };
}

test("conversationLines() says first that the conversation is complete, with renamed tools beside it", () => {
  const renamed_tools = ["Bash", "Read", "Write"].map((from) => ({ from, to: "x", calls: 1 }));
  const items = renamed_tools.map(({ from, to }) => ({
    kind: "changed" as const,
    scope: "conversation" as const,
    where: "a:1",
    why: describeChange({ kind: "renamed", from, to }),
  }));
  const [first, , ...rest] = conversationLines(
    output({
      conversation: { ...conversation, changed: 3, renamed_tools },
      loss: { ...loss, items },
    }),
    terminal,
  );
  assert.equal(
    first,
    "conversation complete: 4 messages, 3 tool calls with their results (3 tools renamed)",
  );
  assert.equal(rest.length, 1);
});

test("conversationLines() puts what is missing before the background, and records into one line", () => {
  const items = [
    { kind: "dropped", scope: "bookkeeping", where: "a:1", why: "token counts" },
    { kind: "dropped", scope: "bookkeeping", where: "a:2", why: "internal records", count: 4000 },
    { kind: "dropped", scope: "background", where: "a:3", why: "thinking" },
    { kind: "summarised", scope: "conversation", where: "a:4", why: "left out" },
  ] as const;
  const lines = conversationLines(
    output({
      conversation: { ...conversation, complete: false, missing: 1 },
      loss: { ...loss, items },
    }),
    terminal,
  );
  const at = (text: string) => lines.findIndex((line) => line.includes(text));
  assert.match(lines[0] ?? "", /^conversation incomplete: .*\(1 missing\)$/);
  assert(at("left out") < at("thinking"));
  assert(at("thinking") < at("token counts"));
  assert.match(lines.at(-1) ?? "", /4,001 .*token counts \(1\), internal records \(4,000\)/);
});
