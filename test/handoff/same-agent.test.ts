import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

interface Handed {
  readonly path: string;
  readonly loss: {
    readonly dropped: number;
    readonly changed: number;
    readonly items: readonly { readonly where: string; readonly why: string }[];
  };
  readonly conversation: { readonly complete: boolean; readonly calls: number };
}

/** Hands a log to the agent that wrote it, after a dry run that must report the same. */
async function moveToItself(agent: string, name: string, records: readonly object[]) {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const file = path.join(home, name);
  fs.writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const input = { from: file, to: agent };
  const dry = await runOperation<Handed>(context, "handoff", { ...input, "dry-run": true });
  const { out } = await runOperation<Handed>(context, "handoff", input);
  assert.deepEqual(dry.out.loss, out.loss);
  assert.deepEqual(dry.out.conversation, out.conversation);
  return { ...out, lines: fs.readFileSync(out.path, "utf8").trimEnd().split("\n") };
}

const SESSION = "5e551013-0000-4000-8000-000000000001";

function uuid(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
}

/** Records of Claude Code, each following the one before. */
function claudeLog(...bodies: readonly object[]): object[] {
  return bodies.map((body, at) => ({
    parentUuid: at === 0 ? null : uuid(at - 1),
    isSidechain: false,
    cwd: "/home/dev/orchard",
    sessionId: SESSION,
    version: "1.0.51",
    timestamp: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    uuid: uuid(at),
    ...body,
  }));
}

const asked = (content: unknown) => ({ type: "user", message: { role: "user", content } });
const assistant = (block: object) => ({
  type: "assistant",
  message: { role: "assistant", content: [block] },
});
const call = (id: string, name: string, input: object) =>
  assistant({ type: "tool_use", id, name, input });
const answer = (tool_use_id: string, content: string) =>
  asked([{ type: "tool_result", tool_use_id, content }]);

test("handoff of claude to claude moves a tool call at the end that has no answer, as it is", async () => {
  const log = claudeLog(asked("go"), call("toolu_1", "Bash", { command: "sleep 9" }));
  const { lines, loss, conversation } = await moveToItself("claude", `${SESSION}.jsonl`, log);
  assert.equal(lines.length, 2);
  assert.equal(loss.dropped, 0);
  assert.deepEqual([conversation.complete, conversation.calls], [true, 1]);
});

test("handoff of claude to claude leaves the older names of tools", async () => {
  const edits = [{ old_string: "a", new_string: "b" }];
  const log = claudeLog(
    asked("go"),
    call("toolu_1", "Task", { description: "look", prompt: "Look around" }),
    answer("toolu_1", "All is well"),
    call("toolu_2", "MultiEdit", { file_path: "/home/dev/orchard/a.ts", edits }),
    answer("toolu_2", "Applied 1 edit"),
    assistant({ type: "text", text: "Done" }),
  );
  const { lines, conversation } = await moveToItself("claude", `${SESSION}.jsonl`, log);
  assert(lines.some((line) => line.includes('"MultiEdit"')));
  assert(lines.some((line) => line.includes('"Task"')));
  assert.equal(conversation.calls, 2);
});

test("handoff of claude to claude moves a session with thousands of records before its last compaction", async () => {
  const before = Array.from({ length: 700 }, (_, at) => [
    asked(`question ${at}`),
    assistant({ type: "text", text: `answer ${at}` }),
  ]).flat();
  const log = claudeLog(
    ...before,
    { type: "system", subtype: "compact_boundary", content: "Conversation compacted" },
    { ...asked("They talked about orchards"), isCompactSummary: true },
    asked("and now?"),
    assistant({ type: "text", text: "Now we harvest" }),
  );
  const { lines, conversation } = await moveToItself("claude", `${SESSION}.jsonl`, log);
  assert.equal(lines.length, log.length);
  assert.equal(conversation.complete, true);
});

const ROLLOUT = "019e5513-0000-7000-8000-000000000001";

function codexLog(...payloads: readonly object[]): object[] {
  const meta = {
    id: ROLLOUT,
    timestamp: "2026-01-01T00:00:00.000Z",
    cwd: "/home/dev/orchard",
    originator: "codex_cli_rs",
    cli_version: "0.66.0",
  };
  const records = [
    { type: "session_meta", payload: meta },
    ...payloads.map((payload) =>
      "type" in payload && payload.type === "compacted"
        ? payload
        : { type: "response_item", payload },
    ),
  ];
  return records.map((record) => ({ timestamp: "2026-01-01T00:00:00.000Z", ...record }));
}

const message = (role: "user" | "assistant", text: string) => ({
  type: "message",
  role,
  content: [{ type: role === "user" ? "input_text" : "output_text", text }],
});
const codexCall = (call_id: string, name: string, input: object) => ({
  type: "function_call",
  name,
  arguments: JSON.stringify(input),
  call_id,
});
const output = (call_id: string, text: string) => ({
  type: "function_call_output",
  call_id,
  output: text,
});

test("handoff of codex to codex leaves older names of tools, and a call without an answer", async () => {
  const log = codexLog(
    message("user", "go"),
    codexCall("call_1", "shell", { command: ["bash", "-lc", "ls"] }),
    output("call_1", "total 0"),
    codexCall("call_2", "shell_command", { command: "pwd" }),
    output("call_2", "/home/dev/orchard"),
    codexCall("call_3", "shell", { command: ["sleep", "9"] }),
  );
  const name = `rollout-2026-01-01T00-00-00-${ROLLOUT}.jsonl`;
  const { lines, conversation } = await moveToItself("codex", name, log);
  assert.deepEqual([conversation.complete, conversation.calls], [true, 3]);
  for (const tool of ["shell", "shell_command"]) {
    assert(lines.some((line) => line.includes(`"name":"${tool}"`)));
  }
});

test("handoff of codex to codex moves a session with thousands of records before its last compaction", async () => {
  const before = Array.from({ length: 700 }, (_, at) => [
    message("user", `question ${at}`),
    message("assistant", `answer ${at}`),
  ]).flat();
  const replacement_history = [message("user", "They talked about orchards")];
  const log = codexLog(
    ...before,
    { type: "compacted", payload: { message: "They talked about orchards", replacement_history } },
    message("user", "and now?"),
    message("assistant", "Now we harvest"),
  );
  const name = `rollout-2026-01-01T00-00-00-${ROLLOUT}.jsonl`;
  const { lines, conversation } = await moveToItself("codex", name, log);
  assert.equal(lines.length, log.length);
  assert.equal(conversation.complete, true);
});

test("handoff of codex to codex gives a session the provider that is set, whether its own is known or not", async () => {
  const id = "019e5510-0000-7000-8000-00000000000a";
  const log = (model_provider: string) => [
    {
      timestamp: "2026-03-04T05:06:07Z",
      type: "session_meta",
      payload: { id, timestamp: "2026-03-04T05:06:07Z", cwd: "/home/dev/orchard", model_provider },
    },
    {
      timestamp: "2026-03-04T05:06:08Z",
      type: "response_item",
      payload: { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] },
    },
  ];
  const name = `rollout-2026-03-04T05-06-07-${id}.jsonl`;
  const unknown = await moveToItself("codex", name, log("acme"));
  assert.match(unknown.lines[0] ?? "", /"model_provider":"openai"/);
  assert.equal(unknown.loss.changed, 1);
  const known = await moveToItself("codex", name, log("ollama"));
  assert.match(known.lines[0] ?? "", /"model_provider":"openai"/);
  assert.equal(known.loss.changed, 1);
});

test("handoff to the same agent goes on before a record that is missing, which the agent alone would not", async () => {
  const log = claudeLog(asked("one"), assistant({ type: "text", text: "two" }), asked("three"));
  const claude = await moveToItself("claude", `${SESSION}.jsonl`, [log[0] ?? {}, log[2] ?? {}]);
  const link = JSON.parse(claude.lines[1] ?? "");
  assert.deepEqual([link.parentUuid, claude.loss.changed], [uuid(0), 1]);
  const entry = (id: string, parentId: string | null, content: string) => ({
    type: "message",
    id,
    parentId,
    timestamp: "2026-01-01T00:00:01Z",
    message: { role: "user", content },
  });
  const pi = await moveToItself("pi", "1_session.jsonl", [
    { type: "session", version: 3, id: SESSION, timestamp: "2026-01-01T00:00:00Z", cwd: "/p" },
    entry("a", null, "one"),
    entry("c", "b", "three"),
  ]);
  assert.deepEqual([JSON.parse(pi.lines[2] ?? "").parentId, pi.loss.changed], ["a", 1]);
});

test("handoff of pi to pi keeps the order of entries that follow the header", async () => {
  const entry = (id: string, parentId: string, message: object) => ({
    type: "message",
    id,
    parentId,
    timestamp: "2026-01-01T00:00:00Z",
    message,
  });
  const spoken = (role: string, text: string) => ({ role, content: [{ type: "text", text }] });
  const moved = await moveToItself("pi", "s.jsonl", [
    { type: "session", version: 3, id: SESSION, timestamp: "2026-01-01T00:00:00Z", cwd: "/p" },
    { type: "custom", id: "x", parentId: SESSION, customType: "panel", data: {} },
    entry("m1", SESSION, spoken("user", "Prune the trees")),
    entry("m2", "m1", spoken("assistant", "Pruned")),
  ]);
  assert.equal(moved.conversation.complete, true);
  const records = moved.lines.map((line) => JSON.parse(line));
  assert.equal(records[2].parentId, records[0].id);
});

test("handoff names the mark of an interruption as one, and not as an error", async () => {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const file = path.join(home, `${SESSION}.jsonl`);
  const interrupted = asked([{ type: "text", text: "[Request interrupted by user]" }]);
  const failed = { type: "system", subtype: "api_error", error: { message: "overloaded" } };
  const log = claudeLog(
    asked("Prune"),
    assistant({ type: "text", text: "Yes" }),
    interrupted,
    failed,
  );
  fs.writeFileSync(file, log.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const { out } = await runOperation<Handed>(context, "handoff", { from: file, to: "codex" });
  const reasonAt = (line: number) =>
    out.loss.items.find(({ where }) => where === `${SESSION}.jsonl:${line}`)?.why;
  assert.notEqual(reasonAt(3), undefined);
  assert.notEqual(reasonAt(4), undefined);
  assert.notEqual(reasonAt(3), reasonAt(4));
});

test("handoff gives each of several calls with one id its own result", async () => {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const file = path.join(home, "rollout.jsonl");
  const line = (type: string, payload: object) => ({
    timestamp: "2026-01-01T00:00:00Z",
    type,
    payload,
  });
  const item = (payload: object) => line("response_item", payload);
  const ran = (cmd: string) =>
    item({
      type: "function_call",
      call_id: "REDACTED",
      name: "exec_command",
      arguments: JSON.stringify({ cmd }),
    });
  const printed = (output: string) =>
    item({ type: "function_call_output", call_id: "REDACTED", output });
  const records = [
    line("session_meta", { id: SESSION, timestamp: "2026-01-01T00:00:00Z", cwd: "/orchard" }),
    item({ type: "message", role: "user", content: [{ type: "input_text", text: "Look" }] }),
    ran("first"),
    ran("second"),
    printed("apples"),
    printed("pears"),
  ];
  fs.writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const { out } = await runOperation<Handed>(context, "handoff", { from: file, to: "claude" });
  const text = fs.readFileSync(out.path, "utf8");
  assert(text.includes("apples"));
  assert(text.includes("pears"));
});
