import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { keepConversations } from "../../src/pages/conversation/kept-conversations.ts";
import type { Row } from "../../src/web/page.ts";
import { placeFixture } from "../agents/fixtures.ts";
import { agentNames } from "../agents/programs.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

interface Shown {
  readonly total: number;
  readonly complete: boolean;
  readonly conversation: { readonly rows: readonly Row[]; readonly groups: readonly unknown[] };
}

const conversations = keepConversations();
after(() => conversations.close());

function machineWith(agent: Parameters<typeof placeFixture>[0], scenario: "failing" | "sub-agent") {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const { session_id: session } = placeFixture(agent, scenario, home);
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const asked = { what: agent, session, "sub-agents": true };
  const ask = async (on: typeof context, input: object) =>
    (await runOperation<Shown>(on, "show", { ...asked, ...input })).out;
  return {
    home,
    all: () => ask(context, { all: true }),
    part: (from: number, limit: number) => ask({ ...context, conversations }, { from, limit }),
    newest: (limit: number) => ask({ ...context, conversations }, { limit }),
  };
}

for (const agent of agentNames) {
  test(`parts of a ${agent} session that a server gives are what is read at once`, async () => {
    const { all, part, newest } = machineWith(agent, "failing");
    const { conversation, total } = await all();
    const rows: Row[] = [];
    while (rows.length < total) {
      const { conversation: next } = await part(rows.length + 1, 3);
      assert(next.rows.length > 0);
      rows.push(...next.rows);
    }
    assert.deepEqual(rows, conversation.rows);
    const last = await newest(2);
    assert.deepEqual(last.conversation.rows, conversation.rows.slice(-2));
    assert.deepEqual([last.total, last.complete], [total, true]);
    assert.deepEqual(last.conversation.groups, conversation.groups);
  });
}

test("a part has the sub-agents of the session, and nothing behind its end", async () => {
  const { all, part } = machineWith("claude", "sub-agent");
  const { conversation, total } = await all();
  const everything = await part(1, total);
  assert(conversation.groups.length > 0);
  assert.deepEqual(everything.conversation.rows, conversation.rows);
  assert.deepEqual(everything.conversation.groups, conversation.groups);
  const beyond = await part(total + 1, 5);
  assert.deepEqual([beyond.conversation.rows, beyond.total, beyond.complete], [[], total, true]);
});

test("a session that has grown is read again", async () => {
  const { home, part } = machineWith("claude", "failing");
  const before = await part(1, 1000);
  const projects = path.join(home, ".claude/projects");
  const [file] = fs
    .readdirSync(projects, { recursive: true })
    .map((name) => path.join(projects, String(name)))
    .filter((name) => name.endsWith(".jsonl"));
  assert(file !== undefined);
  const records = fs
    .readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const last = records.findLast(({ uuid }) => typeof uuid === "string");
  const more = { ...last, type: "user", uuid: "a-new-record", parentUuid: last.uuid };
  const message = { role: "user", content: "One question more" };
  fs.appendFileSync(file, `${JSON.stringify({ ...more, message })}\n`);
  const { conversation, total } = await part(1, 1000);
  assert.equal(total, before.total + 1);
  assert.equal(conversation.rows.at(-1)?.text, "One question more");
});
