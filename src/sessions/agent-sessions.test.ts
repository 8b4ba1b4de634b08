import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn } from "../../test/support/operations.ts";
import { makeScratch } from "../../test/support/scratch.ts";
import type { AgentId } from "../agents/registry.ts";
import { findSessions } from "./agent-sessions.ts";

/** A home with one session of pi, and files that its other agents left. */
function machine(files: Readonly<Record<string, Buffer>>) {
  const home = makeScratch();
  const header = JSON.stringify({ type: "session", id: "s", cwd: "/p" });
  const all = { ".pi/agent/sessions/--p--/s.jsonl": Buffer.from(`${header}\n`), ...files };
  for (const [name, bytes] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), bytes);
  }
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  return { notes, context: { ...contextIn(home), agents: { home, env: {} }, note } };
}

test("findSessions() says which stores cannot be read, and finds the sessions of the others", async () => {
  const noDatabase = Buffer.alloc(8192, "no database");
  const { notes, context } = machine({
    ".local/share/opencode/opencode.db": noDatabase,
    ".config/Cursor/User/globalStorage/state.vscdb": noDatabase,
  });
  const found = await findSessions(context, null);
  assert.deepEqual(
    found.map(({ session }) => session.id),
    ["s"],
  );
  assert.equal(notes.length, 2);
  for (const name of ["opencode", "cursor"]) {
    assert.ok(notes.some((note) => note.includes(`sessions of ${name}: `)));
  }
});

test("findSessions() has nothing to note of stores that are not there or empty", async () => {
  const { notes, context } = machine({ ".local/share/opencode/opencode.db": Buffer.alloc(0) });
  assert.equal((await findSessions(context, null)).length, 1);
  assert.deepEqual(notes, []);
});

/** Files in the stores of agents that keep a log for each session, by the agent. */
const LOGS: Readonly<Partial<Record<AgentId, string>>> = {
  claude: ".claude/projects/-p/11111111-1111-4111-8111-111111111111.jsonl",
  codex: ".codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-1111.jsonl",
  copilot: ".copilot/session-state/1111/events.jsonl",
  qwen: ".qwen/projects/-p/chats/1111.jsonl",
  kimi: ".kimi-code/sessions/wd_p/session_1/agents/main/wire.jsonl",
  grok: ".grok/sessions/%2Fp/1111/chat_history.jsonl",
  // Beside a session that is known.
  pi: ".pi/agent/sessions/--p--/later.jsonl",
};

test("findSessions() says of each agent that its logs are of no form that is known", async () => {
  const unknown = Buffer.from('{"later":1,"form":"unknown"}\n');
  const files = Object.fromEntries(Object.values(LOGS).map((file) => [file, unknown]));
  const { notes, context } = machine({
    ...files,
    // Nothing was written into it yet.
    ".codex/sessions/2026/01/02/rollout-2026-01-02T00-00-00-2222.jsonl": Buffer.alloc(0),
  });
  assert.equal((await findSessions(context, null)).length, 1);
  assert.equal(notes.length, Object.keys(LOGS).length);
  for (const [agent, file] of Object.entries(LOGS)) {
    const fits = (note: string) =>
      note.includes(`sessions of ${agent}: `) && note.includes("in 1 file") && note.includes(file);
    assert.ok(notes.some(fits), agent);
  }
});
