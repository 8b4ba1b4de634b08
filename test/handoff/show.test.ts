import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { HoldallError } from "../../src/base/errors.ts";
import { viewConversation } from "../../src/transcripts/conversation-view.ts";
import { placeFixture } from "../agents/fixtures.ts";
import { type AgentName, agentNames } from "../agents/programs.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { readSessionTexts, squeeze } from "../support/session-texts.ts";

const samples = process.env.HOLDALL_SAMPLES;

interface Shown {
  readonly kind: string;
  readonly id: string;
  readonly total: number;
  readonly next: number | null;
  readonly not_found?: string;
  readonly items: readonly {
    readonly number: number;
    readonly kind: string;
    readonly text: string;
    readonly tool: { readonly ok: boolean | null; readonly result: string | null } | null;
  }[];
  readonly hidden: { readonly sub_agents: number };
}

function machineWith(agent: AgentName, scenario: "plain" | "failing" | "sub-agent") {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const { session_id } = placeFixture(agent, scenario, home);
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const show = async (what: string, input: object = {}) =>
    (await runOperation<Shown>(context, "show", { what, ...input })).out;
  return { context, session_id, show };
}

for (const agent of agentNames) {
  test(`show gives the messages and the tool calls of a ${agent} session with their outcome`, async () => {
    const { session_id, show } = machineWith(agent, "failing");
    const { id, items, total } = await show(session_id, { all: true });
    assert.equal(id, session_id);
    assert.equal(items.length, total);
    assert.equal(items[0]?.kind, "user");
    const failed = items.filter(({ tool }) => tool?.ok === false);
    assert(failed.length > 0, "no failed call");
    assert(items.every(({ kind, tool }) => (kind === "tool") === (tool !== null)));
    assert(items.every(({ tool }) => tool === null || tool.result !== null));
  });
}

test("show takes the newest items, or those from a number on", async () => {
  const { session_id, show } = machineWith("claude", "plain");
  const { items, total } = await show(session_id, { all: true });
  const newest = await show(session_id, { limit: 2 });
  assert.deepEqual(newest.items, items.slice(-2));
  assert.equal(newest.total, total);
  const first = await show(session_id, { from: 1, limit: 2 });
  assert.deepEqual(first.items, items.slice(0, 2));
});

test("show begins with the item that contains the words, as they were typed before any order", async () => {
  const { context, show } = machineWith("codex", "plain");
  await runOperation(context, "init");
  const thread = await runOperation<{ thread_id: string }>(context, "thread new", { title: "T" });
  const { thread_id: id } = thread.out;
  const texts = ["The gauge of the harbour", "A harbour without a gauge", "Read the harbour gauge"];
  for (const text of [...texts, "Then stop"]) {
    await runOperation(context, "thread post", { id, text });
  }
  const numbers = async (input: object) => (await show(id, input)).items.map(({ text }) => text);
  assert.deepEqual(await numbers({ find: "Harbour gauge" }), [texts[2], "Then stop"]);
  assert.deepEqual(await numbers({ find: "gauge harbour", limit: 1 }), [texts[0]]);
  const refused = async (input: object) => codeOf(show(id, input));
  const { items, not_found, next } = await show(id, { find: "zygomorphic" });
  assert.deepEqual([items, not_found, next], [[], "zygomorphic", null]);
  assert.equal(await refused({ find: "?!" }), "E_USAGE");
  assert.equal(await refused({ find: "harbour", from: 2 }), "E_USAGE");
  assert.equal(await codeOf(show(`${id}#1`, { find: "harbour" })), "E_USAGE");
});

test("show finds words in what a tool gave back, also for a caller with a budget", async () => {
  const { session_id, show } = machineWith("claude", "failing");
  const { items } = await show(session_id, { all: true });
  const failed = items.find(({ tool }) => tool?.ok === false);
  const find = failed?.tool?.result?.split("\n").at(-1) ?? "";
  assert.notEqual(find, "");
  for (const input of [{}, { budget: 2000 }]) {
    const [first] = (await show(session_id, { find, ...input })).items;
    assert.equal(first?.number, failed?.number);
  }
});

test("show finds an imported session and a thread in the workspace when no agent has it", async () => {
  const { context, session_id, show } = machineWith("codex", "plain");
  const native = await show(session_id, { all: true });
  await runOperation(context, "init");
  await runOperation(context, "import", { from: session_id });
  const thread = await runOperation<{ thread_id: string }>(context, "thread new", { title: "T" });
  const { thread_id } = thread.out;
  await runOperation(context, "thread post", { id: thread_id, text: "Which gauge is silent?" });
  const elsewhere = { ...context, agents: { home: makeScratch(), env: { PATH: "/nonexistent" } } };
  const kept = await runOperation<Shown>(elsewhere, "show", { what: session_id, all: true });
  assert.equal(kept.out.kind, "imported session");
  assert.deepEqual(kept.out.items, native.items);
  const other = runOperation(elsewhere, "show", { what: "codex", session: "deadbeef" });
  assert.equal(await codeOf(other), "E_NOT_FOUND", "an id that is not there is no other session");
  const listed = await runOperation<{ threads: { thread_id: string }[] }>(context, "thread list");
  assert.equal(listed.out.threads.length, 2);
  for (const { thread_id: id } of listed.out.threads) {
    const { out } = await runOperation<{ turns: object[] }>(context, "thread show", { id });
    assert(out.turns.length > 0, id);
  }
  const shown = await runOperation<Shown>(elsewhere, "show", { what: thread_id });
  assert.equal(shown.out.kind, "thread");
  assert.deepEqual(
    shown.out.items.map(({ kind, text }) => [kind, text]),
    [["user", "Which gauge is silent?"]],
  );
  assert.equal(await codeOf(runOperation(elsewhere, "show", { what: "nothing" })), "E_NOT_FOUND");
});

test("thread compact without options compacts a thread that is too large for a compile", async () => {
  const { context } = machineWith("codex", "plain");
  await runOperation(context, "init");
  const thread = await runOperation<{ thread_id: string }>(context, "thread new", { title: "T" });
  const { thread_id: id } = thread.out;
  const compact = async () =>
    (await runOperation<{ created: object[] }>(context, "thread compact", { id })).out.created;
  for (let count = 0; count < 3; count++) {
    await runOperation(context, "thread post", { id, text: `${count} ${"gauge ".repeat(100)}` });
  }
  assert.deepEqual(await compact(), []);
  for (let count = 0; count < 6; count++) {
    await runOperation(context, "thread post", { id, text: `${count} ${"tide ".repeat(20_000)}` });
  }
  assert.equal((await compact()).length, 1);
});

test("show counts what sub-agents did and does not mix it with the conversation", async () => {
  const { session_id, show } = machineWith("claude", "sub-agent");
  const { hidden } = await show(session_id);
  assert(hidden.sub_agents > 0);
});

test("viewConversation() keeps no more than the window, and pairs parallel calls", async () => {
  const common = { parent_id: null, at: null, raw: null, thread: null, branch: null };
  const source = { file: "f", line: 1, type: "t" };
  async function* items() {
    for (const call_id of ["a", "b", "c"]) {
      const call = { kind: "tool_call", call_id, name: "Bash", arguments: { command: call_id } };
      yield { ...common, ...call, id: call_id, actor: "assistant", source } as const;
    }
    for (const call_id of ["c", "a", "b"]) {
      const result = { kind: "tool_result", call_id, ok: true, content: call_id.toUpperCase() };
      const rest = { id: `r${call_id}`, actor: "tool", source, attachments: [] };
      yield { ...common, ...result, ...rest } as const;
    }
  }
  const options = { from: null, limit: 2, thinking: false };
  const view = await viewConversation(items() as never, [], options);
  assert.equal(view.total, 3);
  assert.deepEqual(
    view.items.map(({ text, tool }) => [text, tool?.result]),
    [
      ["b", "B"],
      ["c", "C"],
    ],
  );
});

const skip = samples ? false : "HOLDALL_SAMPLES names no folder";
test("show has every user text that an independent parser finds in the samples", {
  skip,
}, async () => {
  const failures: string[] = [];
  let compared = 0;
  for (const agent of ["claude", "codex", "pi"] as const) {
    const folder = path.join(samples ?? "", "agent-logs", agent);
    for (const name of fs.readdirSync(folder).filter((each) => each.endsWith(".jsonl"))) {
      const file = path.join(folder, name);
      const { user } = readSessionTexts(agent, file);
      const run = runOperation<Shown>(contextIn(folder), "show", { what: file, all: true });
      const shown = await run.catch(() => null);
      if (shown === null) continue; // It is no session; another suite counts those.
      const texts = squeeze(shown.out.items.map(({ text }) => text).join("\n"));
      const lost = user.filter((text) => !texts.includes(squeeze(text)));
      compared += user.length;
      if (lost.length > 0) failures.push(`${name}: ${lost.length} of ${user.length}: ${lost[0]}`);
    }
  }
  assert.deepEqual(failures, []);
  assert(compared > 50, `${compared} texts compared`);
});

test("what a tool asked the user is shown with the answer, and no other result is one", async () => {
  const question = { question: "Which store?", options: [{ label: "SQLite" }, { label: "files" }] };
  const common = { thread: null, branch: null, at: null };
  const answered =
    'User has answered your questions: "Which store?"="SQLite". You can now continue with the user\'s answers in mind.';
  async function* items() {
    const asked = { ...common, kind: "tool_call", call_id: "a", name: "AskUserQuestion" };
    yield { ...asked, arguments: { questions: [question] } };
    yield { ...common, kind: "tool_result", call_id: "a", ok: true, content: answered };
    yield {
      ...common,
      kind: "tool_call",
      call_id: "b",
      name: "Bash",
      arguments: { command: "ls" },
    };
    yield { ...common, kind: "tool_result", call_id: "b", ok: true, content: "a file" };
  }
  const options = { from: null, limit: 10, thinking: false };
  const { items: shown } = await viewConversation(items() as never, [], options);
  assert.deepEqual(
    shown.map(({ text, tool }) => [text, tool?.answer]),
    [
      ["Which store?", '"Which store?"="SQLite"'],
      ["ls", null],
    ],
  );
});

test("what was not written by the user does not stand under the user's name", async () => {
  const common = { kind: "message", role: "user", thread: null, branch: null, at: null };
  async function* items() {
    yield { ...common, text: "Use the skill" };
    yield { ...common, text: "Base directory for this skill: …", sender: "prompt" };
  }
  const options = { from: null, limit: 10, thinking: false };
  const { items: shown } = await viewConversation(items() as never, [], options);
  assert.deepEqual(
    shown.map(({ sender }) => sender),
    [undefined, "prompt"],
  );
});

test("show names the command for an id that is an entry's, a unit's or a text's", async () => {
  const { context, show } = machineWith("codex", "plain");
  await runOperation(context, "init");
  const text = "Corrections never overwrite a reading";
  const committed = await runOperation<{ id: string }>(context, "state commit", { text });
  const stored = await runOperation<{ id: string }>(context, "memory store", { content: text });
  const sha = createHash("sha256").update(text).digest("hex");
  for (const [id, command] of [
    [committed.out.id, "holdall state log --entry "],
    [stored.out.id, "holdall memory get "],
    [sha, "holdall artifact get "],
  ] as const) {
    const error = await show(id).catch((each: unknown) => each);
    assert(error instanceof HoldallError);
    assert.equal(error.code, "E_NOT_FOUND");
    assert(error.cure?.includes(`${command}${id}`), `${id}: ${error.cure}`);
  }
});
