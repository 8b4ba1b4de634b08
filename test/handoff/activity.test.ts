/** What agents did day by day, and how much a session contains, as commands answer. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

interface Answer {
  readonly folder: string;
  readonly home: string;
}

const ID = "55555555-5555-4555-8555-555555555555";
const NOW = "2026-03-02T12:00:00.000Z";

/** A home with one session of Claude Code: on two days, with a model that has a price and one that has none. */
function writeSession(prompts = 2): Answer {
  const folder = makeScratch();
  const home = makeScratch();
  const lines: string[] = [];
  let parentUuid: string | null = null;
  const add = (type: string, timestamp: string, message: object) => {
    const uuid = `u${lines.length}`;
    const about = { sessionId: ID, cwd: folder, version: "2.1.0", timestamp, uuid, parentUuid };
    lines.push(JSON.stringify({ ...about, type, message: { role: type, ...message } }));
    parentUuid = uuid;
  };
  for (let at = 0; at < prompts; at++) {
    const day = at === 0 ? "2026-02-28" : "2026-03-01";
    const model = at === 0 ? "claude-sonnet-4-5" : "not-priced-9";
    const usage = { input_tokens: 1000, cache_read_input_tokens: 10_000, output_tokens: 100 };
    // What the program notes before a prompt is nobody's work.
    const queued = { type: "queue-operation", operation: "dequeue", sessionId: ID };
    lines.push(JSON.stringify({ ...queued, timestamp: `${day}T09:59:00.000Z` }));
    add("user", `${day}T10:00:00.000Z`, { content: `Prompt ${at} ${"x".repeat(200)}` });
    const call = { type: "tool_use", id: `t${at}`, name: "Bash", input: { command: "ls" } };
    add("assistant", `${day}T10:01:00.000Z`, { id: `m${at}`, model, usage, content: [call] });
    const result = { type: "tool_result", tool_use_id: `t${at}`, content: "a.ts" };
    add("user", `${day}T10:02:00.000Z`, { content: [result] });
  }
  const file = path.join(
    home,
    ".claude/projects",
    folder.replaceAll(/[^A-Za-z0-9]/g, "-"),
    `${ID}.jsonl`,
  );
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${lines.join("\n")}\n`);
  fs.utimesSync(file, new Date(NOW), new Date(NOW));
  return { folder, home };
}

function contextOf({ folder, home }: Answer) {
  return { ...contextIn(folder), agents: { home, env: {} }, now: () => new Date(NOW) };
}

test("activity sums what agents did by day, and a price that is not known is never 0", async () => {
  const home = writeSession();
  const asked = { since: "2026-02-01" };
  interface Out {
    readonly sessions: number;
    readonly days: readonly Readonly<Record<string, unknown>>[];
  }
  const { out } = await runOperation<Out>(contextOf(home), "activity", asked);
  const did = { agent: "claude", sessions: 1, messages: 1, calls: 1, tokens_in: 11_000 };
  assert.equal(out.sessions, 1);
  assert.deepEqual(out.days, [
    { day: "2026-02-28", ...did, tokens_out: 100, cost_usd: 0.0075, unpriced: 0 },
    { day: "2026-03-01", ...did, tokens_out: 100, cost_usd: 0, unpriced: 11_100 },
  ]);
  const later = await runOperation<Out>(contextOf(home), "activity", { since: "2026-03-01" });
  assert.deepEqual(
    later.out.days.map(({ day }) => day),
    ["2026-03-01"],
  );
});

test("activity counts what a handoff copied only where it was done, and what followed in the copy", async () => {
  const home = writeSession();
  const context = contextOf(home);
  interface Out {
    readonly days: readonly Readonly<Record<"day" | "agent" | "messages" | "calls", unknown>>[];
  }
  const worked = async () => {
    const { out } = await runOperation<Out>(context, "activity", { since: "2026-02-01" });
    return out.days.map(({ day, agent, messages, calls }) => [day, agent, messages, calls]);
  };
  const before = await worked();
  const handoff = { from: "claude", to: "codex" };
  const { out } = await runOperation<{ path: string; session_id: string }>(
    context,
    "handoff",
    handoff,
  );
  assert.deepEqual(await worked(), before);
  const record = path.join(home.home, `.local/state/holdall/handoffs/${out.session_id}.json`);
  const placed = new Date("2026-03-01T12:00:00.000Z");
  fs.utimesSync(record, placed, placed);
  const text = { type: "input_text", text: "Go on" };
  const payload = { type: "message", role: "user", content: [text] };
  const line = { timestamp: "2026-03-01T14:00:00.000Z", type: "response_item", payload };
  fs.appendFileSync(out.path, `${JSON.stringify(line)}\n`);
  assert.deepEqual(await worked(), [...before, ["2026-03-01", "codex", 1, 0]]);
});

test("sessions lists what each took, null where it is not known, and the command that continues it", async () => {
  interface Out {
    readonly sessions: readonly Readonly<Record<string, unknown>>[];
  }
  const { out } = await runOperation<Out>(contextOf(writeSession()), "sessions", {});
  const [session] = out.sessions;
  const { calls, worked_ms, tokens_in, tokens_out, cost_usd, resume } = session ?? {};
  assert.deepEqual([calls, worked_ms, tokens_in, tokens_out], [2, 240_000, 22_000, 200]);
  assert.equal(cost_usd, null);
  assert.deepEqual(resume, ["claude", "--resume", ID]);
});

test("estimate follows from the beginning of a session, and from the index once it is there", async () => {
  interface Out {
    readonly counted: boolean;
    readonly messages: number;
    readonly calls: number;
  }
  const home = writeSession(4000);
  const ask = async () =>
    (await runOperation<Out>(contextOf(home), "estimate", { what: "claude" })).out;
  const first = await ask();
  assert.equal(first.counted, false);
  assert(first.messages > 3500 && first.messages < 4500, String(first.messages));
  await runOperation(contextOf(home), "sessions", {});
  const second = await ask();
  assert.deepEqual([second.counted, second.messages, second.calls], [true, 4000, 4000]);
});
