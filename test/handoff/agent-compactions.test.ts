/** The benchmark's picture of agents' own compactions, compared with recorded ones. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, suite, test } from "node:test";
import { compactionRules } from "../../scripts/bench/agent-compactions.ts";
import { extractiveSummary } from "../../scripts/bench/agent-summaries.ts";
import { compactionRows } from "../../scripts/bench/compaction-rows.ts";
import { scoreCompaction } from "../../scripts/bench/handoff-quality.ts";
import { plantSession } from "../../scripts/bench/planted-session.ts";
import { agents } from "../../src/agents/registry.ts";
import type { TranscriptItem } from "../../src/model/transcript.ts";
import { askNamed } from "../../src/models/model-input.ts";
import { isConversation } from "../../src/transcripts/conversation-item.ts";
import { placeFixture } from "../agents/fixtures.ts";
import { startModel } from "../agents/model/server.ts";
import { agentNames } from "../agents/programs.ts";
import { makeScratch } from "../support/scratch.ts";

const scratch = makeScratch();

async function recorded(name: (typeof agentNames)[number]): Promise<readonly TranscriptItem[]> {
  const home = fs.mkdtempSync(path.join(scratch, "home-"));
  const { session_id } = placeFixture(name, "compaction", home);
  const { default: agent } = await agents[name]();
  for await (const found of agent.find({ home, env: {} })) {
    if (found.id !== session_id) continue;
    const items = await Array.fromAsync((await agent.read(await agent.open(found))).items());
    return items.filter((item) => item.branch === null && isConversation(item));
  }
  throw new Error(`find() does not find the session of ${name}`);
}

suite("compactionRules", () => {
  test("name every agent that compacts in the recordings", () => {
    assert.deepEqual(compactionRules.map(({ agent }) => agent).sort(), [...agentNames].sort());
  });

  for (const name of agentNames) {
    test(`keep of a session of ${name} what the program kept`, async () => {
      const rule = compactionRules.find(({ agent }) => agent === name);
      const items = await recorded(name);
      const place = items.findIndex(({ kind }) => kind === "compaction");
      const before = items.slice(0, place);
      const compaction = items[place];
      assert(rule !== undefined && compaction?.kind === "compaction");
      // What the agent put in by itself is no part of the conversation.
      const ids = new Set(before.map(({ id }) => id));
      const kept = rule.keep(before, (text) => Math.ceil(text.length / 4));
      assert.deepEqual(
        kept.map(({ id }) => id),
        compaction.kept.filter((id) => ids.has(id)),
      );
    });
  }
});

/** Sessions at the limits of each rule: who says or calls how many tokens, and which of these stay. */
const written: readonly (readonly [(typeof agentNames)[number], string, readonly number[]])[] = [
  ["claude", "user-10 says-10 calls-10 gets-10 says-10 calls-10 gets-10", [4, 5, 6]],
  ["codex", "user-1 user-10000 says-500 user-10000 calls-5 gets-900", [1, 3]],
  ["codex", "user-10000 says-1 user-10001 says-1", [2]],
  ["gemini", "user-300 says-400 user-200 says-100", [2, 3]],
  ["gemini", "user-300 says-399 user-201 says-100", []],
  ["gemini", "user-300 says-399 user-201 calls-50 gets-50", [2, 3, 4]],
  ["opencode", "user-10 says-10 user-5000 says-5000 user-2500 says-2500", [2, 3, 4, 5]],
  ["opencode", "user-9 user-5000 calls-1 gets-5000 says-1 user-2499 says-2500", [2, 3, 4, 5, 6]],
  ["opencode", "user-10 says-1 calls-1 gets-14999 says-1", [4]],
  ["opencode", "user-7500 says-7500", []],
  ["pi", "user-10 says-10 user-9999 says-10000", [1, 2, 3]],
  ["pi", "user-10 user-10000 says-10000", [1, 2]],
  ["pi", "user-10 calls-1 gets-15000 says-10000", [3]],
  ["pi", "user-10 says-5 calls-5 gets-5 says-19994", [1, 2, 3, 4]],
  ["pi", "user-10 says-10", [0, 1]],
  ["copilot", "user-10 says-10 calls-5 gets-5 user-10000 says-10", [0, 4]],
];

const messages = {
  user: (text: string) => ({ kind: "message", actor: "user", role: "user", text }),
  says: (text: string) => ({ kind: "message", actor: "assistant", role: "assistant", text }),
  // Its name and a space count as well.
  calls: (text: string) => ({
    kind: "tool_call",
    actor: "assistant",
    call_id: "c",
    name: "run",
    arguments: { it: text.slice(4) },
  }),
  gets: (content: string) => ({ kind: "tool_result", actor: "tool", call_id: "c", content }),
} as const;

function write(session: string): readonly TranscriptItem[] {
  return session.split(" ").map((part, place) => {
    const [who, tokens] = part.split("-");
    const item = messages[who as keyof typeof messages]("x".repeat(Number(tokens) * 4));
    // What the rules do not look at is left out.
    return { ...item, id: String(place) } as unknown as TranscriptItem;
  });
}

suite("compactionRules at their limits", () => {
  for (const [name, session, kept] of written) {
    test(`keep ${kept.length} items for ${name} of ${session}`, () => {
      const rule = compactionRules.find(({ agent }) => agent === name);
      const ids = rule?.keep(write(session), (text) => text.length / 4).map(({ id }) => Number(id));
      assert.deepEqual(ids, kept);
    });
  }
});

test("scoreCompaction() counts what the summary says beside what was kept", async () => {
  const session = plantSession(5, 20, 1);
  const rule = { keep: () => [] };
  const [fact] = session.facts;
  const none = await scoreCompaction(session, rule, "");
  const one = await scoreCompaction(session, rule, `They spoke of ${fact?.text}.`);
  assert.deepEqual([none.found, none.tokens, one.found], [0, 0, 1]);
  assert(one.tokens > 0);
});

test("standInSummary() holds some of what was planted, and is the same every time", async () => {
  const session = plantSession(5, 20, 1);
  const summary = await extractiveSummary(session);
  const { found, planted } = await scoreCompaction(session, { keep: () => [] }, summary);
  assert(found > 0 && found < planted, `${found} of ${planted}`);
  assert.equal(await extractiveSummary(plantSession(5, 20, 1)), summary);
  assert.notEqual(await extractiveSummary(plantSession(6, 20, 1)), summary);
});

test("compactionRows() lets a model that was named write the summaries", async () => {
  const sessions = [plantSession(5, 20, 1), plantSession(6, 20, 1)];
  const planted = sessions.flatMap(({ facts }) => facts.map((fact) => fact.text)).join("\n");
  const model = await startModel([
    { when: /about to lose/, keep: true, parts: [{ text: planted }] },
  ]);
  after(() => model.close());
  const signal = AbortSignal.timeout(20_000);
  const named = { provider: "anthropic-messages", model: "m", "base-url": model.url };
  const rows = await compactionRows(sessions, await askNamed({ signal }, named));
  const written = rows.filter((row) => row.includes("by the model"));
  assert.equal(written.length, compactionRules.length);
  for (const row of written) assert.match(row, /100\.0 %/);
  assert.equal(model.requests.length, sessions.length);
  const without = await compactionRows(sessions, null);
  assert(!without.some((row) => row.includes("by the model")));
});
