import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Expected } from "../agents/expected.ts";
import { type Fixture, placeFixture } from "../agents/fixtures.ts";
import { agentNames } from "../agents/programs.ts";
import type { ScenarioName } from "../agents/scenarios/scenarios.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

interface Imported {
  readonly thread_id: string;
  readonly appended: number;
  readonly thread: {
    readonly thread_id: string;
    readonly messages: number;
    readonly runs: number;
    readonly known: number;
    readonly loss: { readonly kept: number; readonly items: readonly { readonly why: string }[] };
  };
}

/** A workspace with an empty thread, beside a home in which an agent has had a session. */
async function createPlace(agent: Fixture["agent"], scenario: ScenarioName) {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const fixture = placeFixture(agent, scenario, home);
  const context = { ...contextIn(cwd), agents: { home, env: {} } };
  await runOperation(context, "init");
  const { out } = await runOperation<{ thread_id: string }>(context, "thread new", {
    title: "Orchard",
  });
  const { thread_id } = out;
  const take = async () => {
    const asked = { from: agent, session: fixture.session_id, thread: thread_id };
    return (await runOperation<Imported>(context, "import", asked)).out;
  };
  const request = async () => {
    const asked = { id: thread_id, render: "chat-completions", model: "m" };
    const { out: compiled } = await runOperation<{ request: object }>(
      context,
      "thread compile",
      asked,
    );
    return JSON.stringify(compiled.request);
  };
  return { home, context, fixture, thread_id, take, request };
}

/** The words of a recorded session, as they are inside JSON. */
function textsOf(expected: readonly Expected[]): string[] {
  const texts = expected.flatMap((each) => {
    if (each.kind === "user" || each.kind === "assistant") return each.text;
    return each.kind === "result" ? each.text : [];
  });
  return texts.map((text) => JSON.stringify(text.trim()).slice(1, -1));
}

for (const agent of agentNames) {
  test(`import --thread records every turn of a session of ${agent}, and again nothing`, async () => {
    const { context, fixture, thread_id, take, request } = await createPlace(agent, "parallel");
    const { thread } = await take();
    assert.equal(thread.thread_id, thread_id);
    assert(thread.messages > 0 && thread.runs > 0);
    // What was answered last is part of a request only when something is asked after it.
    await runOperation(context, "thread post", { id: thread_id, text: "And then?" });
    const sent = await request();
    const texts = textsOf(fixture.expected);
    assert(texts.length > 3);
    for (const text of texts) assert(sent.includes(text), text);
    const again = (await take()).thread;
    assert.deepEqual([again.messages, again.runs, again.known], [0, 0, thread.messages]);
    assert.equal(await request(), sent);
    const { exit } = await runOperation(context, "verify", { recompute: true });
    assert.equal(exit, 0);
  });
}

test("import --thread takes what a summary stands for, and says that it left the summary", async () => {
  for (const agent of agentNames) {
    const { fixture, take, request, context, thread_id } = await createPlace(agent, "compaction");
    const { thread } = await take();
    await runOperation(context, "thread post", { id: thread_id, text: "And then?" });
    const sent = await request();
    for (const each of fixture.expected) {
      if (each.kind === "user") assert(sent.includes(each.text), `${agent}: ${each.text}`);
    }
    assert(thread.messages > 1, agent);
    assert(
      thread.loss.items.some(({ why }) => why.includes("summarised messages")),
      agent,
    );
  }
});

test("import --thread leaves a sub-agent's work to its session, and closes what was interrupted", async () => {
  const helped = await createPlace("claude", "sub-agent");
  const { thread } = await helped.take();
  assert(thread.loss.items.some(({ why }) => why.includes("sub-agent")));
  const cut = await createPlace("claude", "interrupted");
  await cut.take();
  await runOperation(cut.context, "thread post", { id: cut.thread_id, text: "Go on" });
  assert.match(await cut.request(), /Go on/);
  const { exit } = await runOperation(cut.context, "verify");
  assert.equal(exit, 0);
});

test("import --thread again adds what a session went on with, in a run that holds all of it", async () => {
  const place = await createPlace("pi", "parallel");
  const file = path.join(place.home, place.fixture.path);
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n");
  fs.writeFileSync(file, `${lines.slice(0, -1).join("\n")}\n`);
  const first = (await place.take()).thread;
  fs.writeFileSync(file, `${lines.join("\n")}\n`);
  const more = (await place.take()).thread;
  assert.deepEqual([more.messages, more.runs], [0, 1]);
  assert.equal(more.known, first.messages - 1);
  const { out } = await runOperation<{ turns: { reply: { reason: string; text: string } }[] }>(
    place.context,
    "thread show",
    { id: place.thread_id },
  );
  const answer = place.fixture.expected.findLast(({ kind }) => kind === "assistant");
  assert(answer?.kind === "assistant");
  assert.equal(out.turns.at(-1)?.reply.reason, "completed");
  assert(out.turns.at(-1)?.reply.text.includes(answer.text));
});

test("import --thread notes where every message and every frame came from", async () => {
  const { context, fixture, take, thread_id } = await createPlace("codex", "parallel");
  await take();
  const out = path.join(context.cwd, "log");
  await runOperation(context, "ledger export", { dir: out });
  const frames = fs
    .readFileSync(path.join(out, "events.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const content = frames.filter(({ type }) =>
    /^(?:continuity_message|output_text|tool_)/.test(type),
  );
  assert(content.length > 5);
  for (const { source } of content) {
    assert.equal(source.transcript_id, `codex/${fixture.session_id}`);
    assert.equal(typeof source.item_id, "string");
    assert(source.line > 0);
  }
  const message = frames.find(({ type }) => type === "continuity_message_appended");
  assert.equal(message.stream_id, thread_id);
  assert.equal(message.actor_id, "user");
});

test("import --thread refuses a thread that is not there before anything is written", async () => {
  const { context, fixture } = await createPlace("claude", "plain");
  const asked = { from: "claude", session: fixture.session_id, thread: "ffff" };
  assert.equal(await codeOf(runOperation(context, "import", asked)), "E_NOT_FOUND");
  const { out } = await runOperation<{ threads: object[] }>(context, "thread list");
  assert.equal(out.threads.length, 1);
  const folder = { from: ".", thread: "ffff" };
  assert.equal(await codeOf(runOperation(context, "import", folder)), "E_USAGE");
});
