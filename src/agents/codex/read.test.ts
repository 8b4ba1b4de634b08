import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { zstdCompressSync } from "node:zlib";
import type { TranscriptItem } from "../../model/transcript.ts";
import codex from "./codex.ts";
import { providerIn, providersIn } from "./settings.ts";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-codex-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

const line = (type: string, payload: object) => ({
  timestamp: "2026-03-04T05:06:07Z",
  type,
  payload,
});
const meta = (id: string, more = {}) =>
  line("session_meta", { id, timestamp: "2026-03-04T05:06:07Z", cwd: "/orchard", ...more });
const message = (role: "user" | "assistant", text: string) =>
  line("response_item", { type: "message", role, content: [{ type: "input_text", text }] });

function textOf(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

async function readFile(name: string, content: string | Uint8Array) {
  const file = path.join(scratch, name);
  fs.writeFileSync(file, content);
  const session = await codex.recognise(file);
  assert.ok(session);
  const reading = await codex.read(await codex.open(session));
  return { reading, items: await Array.fromAsync(reading.items()) };
}

function textsOf(items: readonly TranscriptItem[]): string[] {
  return items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
}

test("read() puts rolled back turns behind the conversation, as a branch", async () => {
  const { items } = await readFile(
    "rolled.jsonl",
    textOf([
      meta("r"),
      message("user", "One"),
      message("assistant", "First"),
      message("user", "Two"),
      message("assistant", "Second"),
      line("event_msg", { type: "thread_rolled_back", num_turns: 1 }),
      message("user", "Three"),
    ]),
  );
  const head = items.find(({ kind }) => kind === "branch");
  assert.deepEqual(textsOf(items.filter(({ branch }) => branch === null)), [
    "One",
    "First",
    "Three",
  ]);
  assert.deepEqual(textsOf(items.filter(({ branch }) => branch === head?.id)), ["Two", "Second"]);
});

test("read() names an item of the history that nobody knows", async () => {
  const { items, reading } = await readFile(
    "future.jsonl",
    textOf([
      meta("f"),
      message("user", "One"),
      line("response_item", { type: "spoken_reply", transcript: "Two" }),
      line("response_item", { type: "ghost_snapshot", ghost_commit: {} }),
    ]),
  );
  const unknown = items.filter((item) => item.kind === "opaque" && item.is_unknown);
  assert.deepEqual(
    unknown.map(({ source }) => source.type),
    ["response_item/spoken_reply"],
  );
  const [finding] = reading.findings;
  assert.match(finding?.message ?? "", /unknown type "response_item\/spoken_reply"/);
});

test("read() gives the prompt behind a skill, which is no turn of the user's", async () => {
  const skill = "<skill>\n<name>prune</name>\n<path>/s/SKILL.md</path>\nCut in winter.\n</skill>";
  const { items } = await readFile(
    "skill.jsonl",
    textOf([
      meta("k"),
      message("user", "Use $prune"),
      message("user", skill),
      message("assistant", "Cut"),
      message("user", "Two"),
      message("user", skill),
      line("event_msg", { type: "thread_rolled_back", num_turns: 1 }),
    ]),
  );
  const sent = items.flatMap((item) =>
    item.kind === "message" && item.branch === null ? [[item.sender ?? item.role, item.text]] : [],
  );
  assert.deepEqual(sent, [
    ["user", "Use $prune"],
    ["prompt", skill],
    ["assistant", "Cut"],
  ]);
});

test("read() knows the time of an event that says nothing, however its line begins", async () => {
  const event = line("event_msg", { type: "exec_command_end", stdout: "pears".repeat(100) });
  const { timestamp, ...rest } = event;
  const { items } = await readFile(
    "events.jsonl",
    textOf([meta("e"), message("user", "One"), event, { ...rest, timestamp }]),
  );
  const events = items.filter(({ source }) => source.type === "event_msg/exec_command_end");
  assert.deepEqual(
    events.map(({ kind, at }) => [kind, at]),
    [
      ["opaque", timestamp],
      ["opaque", timestamp],
    ],
  );
});

test("read() finds what a compaction kept, and says what it brought", async () => {
  const history = [message("user", "One"), message("user", "New"), message("user", "The summary")];
  const { items } = await readFile(
    "compacted.jsonl",
    textOf([
      meta("c"),
      message("user", "One"),
      message("assistant", "The summary"),
      line("compacted", {
        message: "The summary",
        replacement_history: history.map(({ payload }) => payload),
      }),
      message("assistant", "On"),
    ]),
  );
  const compaction = items.find(({ kind }) => kind === "compaction");
  assert.ok(compaction?.kind === "compaction");
  assert.equal(compaction.summary, "The summary");
  assert.deepEqual(compaction.kept, [items.find(({ kind }) => kind === "message")?.id]);
  assert.deepEqual(textsOf(items), ["One", "New", "On"]);
});

test("read() reads the bare lines of old versions", async () => {
  const { reading, items } = await readFile(
    "bare.jsonl",
    textOf([
      { id: "old", timestamp: "2025-08-01T00:00:00Z", instructions: null },
      { record_type: "state" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "Go" }] },
      { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c" },
      { type: "function_call_output", call_id: "c", output: "Exit code: 3\nno" },
    ]),
  );
  assert.equal(reading.header.session_id, "old");
  assert.deepEqual(textsOf(items), ["Go"]);
  const result = items.find(({ kind }) => kind === "tool_result");
  assert.ok(result?.kind === "tool_result" && !result.ok);
});

test("read() names a tool of a server with its server", async () => {
  const call = (name: string, namespace?: string) =>
    line("response_item", {
      type: "function_call",
      name,
      namespace,
      arguments: "{}",
      call_id: name,
    });
  const { items } = await readFile(
    "server.jsonl",
    textOf([
      meta("served"),
      message("user", "Ask"),
      call("ask", "mcp__wiki"),
      call("_open", "mcp__apps__tracker"),
      call("spawn_agent", "agents"),
      call("exec_command"),
    ]),
  );
  assert.deepEqual(
    items.flatMap((item) => (item.kind === "tool_call" ? [item.name] : [])),
    ["mcp__wiki__ask", "mcp__apps__tracker_open", "spawn_agent", "exec_command"],
  );
});

test("read() reads a compressed rollout", async () => {
  const bytes = zstdCompressSync(textOf([meta("z"), message("user", "Packed")]));
  const { items } = await readFile("packed.jsonl.zst", bytes);
  assert.deepEqual(textsOf(items), ["Packed"]);
});

test("read() refuses a compressed rollout that decompresses to far more than any session", async () => {
  const noise = textOf([line("event_msg", { type: "token_count", info: "0".repeat(64 * 1024) })]);
  const bytes = zstdCompressSync(textOf([meta("bomb"), message("user", "Go")]) + noise.repeat(512));
  assert.ok(bytes.length < 64 * 1024, "32 MiB are small when they are compressed");
  await assert.rejects(readFile("bomb.jsonl.zst", bytes), { code: "E_LIMIT" });
});

test("read() begins a forked session with the part of the other that it points to", async () => {
  const base = textOf([meta("base"), message("user", "Shared")]);
  fs.writeFileSync(
    path.join(scratch, "rollout-base.jsonl"),
    base + textOf([message("user", "Not mine")]),
  );
  const history_base = { thread_id: "base", end_byte_offset: Buffer.byteLength(base) };
  const { items, reading } = await readFile(
    "fork.jsonl",
    textOf([meta("fork", { history_base, forked_from_id: "base" }), message("user", "Own")]),
  );
  assert.deepEqual(textsOf(items), ["Shared", "Own"]);
  assert.ok(items.every(({ thread }) => thread === null));
  const lonely = textOf([
    meta("lonely", { history_base: { thread_id: "gone" } }),
    message("user", "x"),
  ]);
  const codes = (await readFile("lonely.jsonl", lonely)).reading.findings.map(({ code }) => code);
  assert.deepEqual([codes, reading.findings], [["W_DANGLING"], []]);
});

test("read() counts tokens once, by records or by what totals grow", async () => {
  const total = (input_tokens: number) =>
    line("event_msg", {
      type: "token_count",
      info: { total_token_usage: { input_tokens, output_tokens: 1 } },
    });
  const { items } = await readFile(
    "usage.jsonl",
    textOf([meta("u"), total(5), total(5), total(9)]),
  );
  const counts = items.flatMap((item) => (item.kind === "usage" ? [item.input_uncached] : []));
  assert.deepEqual(counts, [5, 4]);
});

test("providerIn() takes the provider of the chosen profile, else the general one", () => {
  assert.equal(
    providerIn('model_provider = "mock" # mine\n[model_providers.mock]\nname = "x"'),
    "mock",
  );
  assert.equal(
    providerIn("profile = 'w'\nmodel_provider = 'a'\n[profiles.w]\nmodel_provider = 'b'"),
    "b",
  );
  assert.equal(providerIn('[other]\nmodel_provider = "x"'), null);
});

test("read() leaves each line to the first roll-back that took it, however many follow", async () => {
  const rollBack = (num_turns: number) =>
    line("event_msg", { type: "thread_rolled_back", num_turns });
  const turns = (...names: string[]) => names.map((name) => message("user", name));
  const { items, reading } = await readFile(
    "rollout-often.jsonl",
    textOf([
      meta("019e5510-0000-7000-8000-000000000009"),
      ...turns("plant", "prune", "graft"),
      rollBack(1),
      ...turns("water"),
      rollBack(2),
      rollBack(0),
      ...turns("pick"),
    ]),
  );
  const branches = new Map<string | null, string[]>();
  for (const item of items) {
    if (item.kind !== "message") continue;
    branches.set(item.branch, [...(branches.get(item.branch) ?? []), item.text]);
  }
  assert.deepEqual([...branches.values()], [["plant", "pick"], ["prune", "water"], ["graft"]]);
  assert.equal(reading.accounting.lost, 0);
});

test("read() takes a command that the user ran for a call with its result", async () => {
  const ran = (command: string, exit: number, output: string) =>
    message(
      "user",
      `<user_shell_command>\n<command>\n${command}\n</command>\n<result>\nExit code: ${exit}\nDuration: 0.0200 seconds\nOutput:\n${output}\n</result>\n</user_shell_command>`,
    );
  const { items, reading } = await readFile(
    "shell.jsonl",
    textOf([
      meta("shell"),
      message("user", "Look"),
      ran("ls -l", 0, "total 0\n</result> as text"),
      ran("false", 1, ""),
      message("user", "<user_shell_command>of another form"),
    ]),
  );
  const found = items.flatMap((item): unknown[] => {
    if (item.kind === "tool_call") return [[item.name, item.arguments]];
    if (item.kind === "tool_result") return [[item.ok, item.content]];
    return item.kind === "message" || item.kind === "injected" ? [[item.kind, item.text]] : [];
  });
  assert.deepEqual(found, [
    ["message", "Look"],
    ["exec_command", { cmd: "ls -l" }],
    [true, "total 0\n</result> as text"],
    ["exec_command", { cmd: "false" }],
    [false, "Process exited with code 1"],
    ["injected", "<user_shell_command>of another form"],
  ]);
  assert.deepEqual(reading.findings, []);
});

test("read() takes the report of a sub-agent for content", async () => {
  const report =
    '<subagent_notification>\n{"status":{"completed":"Done"}}\n</subagent_notification>';
  const { items } = await readFile(
    "report.jsonl",
    textOf([meta("report"), message("user", "Look"), message("user", report)]),
  );
  const messages = items.flatMap((item) => (item.kind === "message" ? [item] : []));
  assert.deepEqual(
    messages.map(({ text, sender }) => [text, sender]),
    [
      ["Look", undefined],
      [report, "task"],
    ],
  );
});

test("providersIn() lists the program's own providers and those of the configuration", () => {
  const config = `[model_providers.mine]\nname = "x"\n[model_providers."with space"]\n[model_providers.mine.headers]`;
  const known = providersIn(config);
  assert(known.has("openai") && known.has("ollama"));
  assert(known.has("mine") && known.has("with space") && !known.has("other"));
});
