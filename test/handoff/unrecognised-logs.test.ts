/** Logs in an agent's store that are of no form that we know, beside sessions of the real program that are. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { AgentId } from "../../src/agents/registry.ts";
import { placeFixture } from "../agents/fixtures.ts";
import { agentNames } from "../agents/programs.ts";
import { placeFixtures } from "../keep/place-fixtures.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const LATER = '{"later":1,"form":"unknown"}\n';
const UUID = "11111111-1111-4111-8111-111111111111";

/** Logs by the names that each agent's own have, and by other names. */
const LOGS: Readonly<Record<AgentId, readonly string[]>> = {
  claude: [`.claude/projects/-p/${UUID}.jsonl`, `.claude/projects/-p/${UUID}.jsonl.zst`],
  codex: [
    `.codex/sessions/2026/11/18/rollout-2026-11-18T00-00-00-${UUID}.jsonl`,
    `.codex/sessions/rollout-2025-05-01-${UUID}.json`,
  ],
  gemini: [".gemini/tmp/p/chats/session-later.json", ".gemini/tmp/p/chats/chat-later.jsonl"],
  opencode: [".local/share/opencode/later.db"],
  pi: [".pi/agent/sessions/--p--/later.jsonl", ".pi/agent/sessions/--p--/later.db"],
  kilo: [".local/share/kilo/later.db"],
  copilot: [
    `.copilot/session-state/${UUID}/events.jsonl`,
    `.copilot/session-state/${UUID}/later/log.jsonl`,
  ],
  qwen: [`.qwen/projects/-p/chats/${UUID}.jsonl`, `.qwen/projects/-p/chats/${UUID}.sqlite`],
  kimi: [
    ".kimi-code/sessions/wd_p_1/session_1/agents/main/wire.jsonl",
    ".kimi-code/sessions/wd_p_1/session_1/agents/main/later.jsonl",
  ],
  goose: [".local/share/goose/sessions/later.db"],
  grok: [
    `.grok/sessions/%2Fp/${UUID}/chat_history.jsonl`,
    `.grok/sessions/%2Fp/${UUID}/updates.jsonl`,
  ],
  cursor: [
    `.cursor/projects/p/agent-transcripts/${UUID}.jsonl`,
    `.cursor/projects/p/agent-transcripts/${UUID}/later.jsonl`,
  ],
};

interface Listed {
  readonly found: number;
  readonly unreadable: readonly { readonly agent: string; readonly reason: string }[];
}

interface Checked {
  readonly checks: readonly { readonly status: string; readonly detail: string }[];
}

/** A home with a session of each agent, and what commands say of it. */
function setUpSessions(place = placeOfEach) {
  const home = makeScratch();
  place(home);
  const context = { ...contextIn(home), agents: { home, env: {} } };
  return {
    home,
    list: async () => {
      const input = { all: true, runs: false, limit: 50 };
      return (await runOperation<Listed>(context, "sessions", input)).out;
    },
    faults: async () => {
      const { out } = await runOperation<Checked>(context, "doctor");
      return out.checks.filter(({ detail }) => detail.includes("not all sessions"));
    },
  };
}

function placeOfEach(home: string): void {
  for (const agent of agentNames) placeFixture(agent, "plain", home);
}

test("sessions and doctor have nothing to say of stores as the programs leave them", async () => {
  const { list, faults } = setUpSessions(placeFixtures);
  const { found, unreadable } = await list();
  assert.ok(found > 50);
  assert.deepEqual(unreadable, []);
  assert.deepEqual(await faults(), []);
});

for (const [agent, logs] of Object.entries(LOGS)) {
  test(`sessions and doctor name logs of ${agent} that are not known, beside sessions that are`, async () => {
    const { home, list, faults } = setUpSessions();
    for (const log of logs) {
      fs.mkdirSync(path.dirname(path.join(home, log)), { recursive: true });
      fs.writeFileSync(path.join(home, log), LATER);
      const { found, unreadable } = await list();
      assert.equal(found, agentNames.length);
      assert.deepEqual(
        unreadable.map((store) => store.agent),
        [agent],
      );
      assert.ok(unreadable[0]?.reason.includes(`such as "${path.join(home, log)}"`), log);
      const [fault, ...others] = await faults();
      assert.deepEqual(others, []);
      // Of Cursor nothing else is there.
      assert.equal(fault?.status, agent === "cursor" ? "problem" : "note");
      assert.ok(fault?.detail.includes(log), log);
      fs.rmSync(path.join(home, log));
    }
  });
}

test("sessions says nothing of a session that it knows since it was last listed", async () => {
  const { home, list } = setUpSessions();
  const folder = path.join(home, ".pi/agent/sessions/--p--");
  fs.mkdirSync(folder, { recursive: true });
  // So many are kept in a list of their own.
  for (let index = 0; index < 520; index++) {
    const header = { type: "session", version: 3, id: `s${index}`, cwd: "/p" };
    fs.writeFileSync(path.join(folder, `s${index}.jsonl`), `${JSON.stringify(header)}\n`);
  }
  for (let time = 0; time < 4; time++) {
    const { found, unreadable } = await list();
    assert.equal(found, 520 + agentNames.length);
    assert.deepEqual(unreadable, []);
  }
});
