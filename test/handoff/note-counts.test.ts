import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const SECRET = "ghp_Zk3vQ8mT1xWb7RcYp5LsNd2JhGf9AeUo6iVt";
/** Of each round the bytes of a result. The long session is more than is kept in memory. */
const sessions = [
  { name: "short", rounds: 4, bytes: 100, receivers: ["codex", "gemini", "opencode", "pi"] },
  { name: "long", rounds: 2_100, bytes: 9_600, receivers: ["codex"] },
] as const;

interface Handed {
  readonly path: string;
  readonly tokens: number;
  readonly conversation: { readonly calls: number; readonly changed: number };
  readonly redactions: readonly { readonly count: number }[];
}

for (const { name, rounds, bytes, receivers } of sessions) {
  for (const to of receivers) {
    test(`the note to ${to} counts what is different in a ${name} session`, async () => {
      const home = makeScratch();
      const cwd = path.join(home, "project");
      fs.mkdirSync(cwd);
      const context = { ...contextIn(cwd), agents: { home, env: { HOME: home } } };
      const from = claudeSession(home, rounds, bytes);
      const { out } = await runOperation<Handed>(context, "handoff", { from, to });
      const text = fs.readFileSync(out.path, "utf8");
      // What changes is the name of the tool, and in the last round the secret.
      assert.equal(out.conversation.calls, rounds);
      assert.match(text, new RegExp(` ${rounds} changed: tool \\\\"Bash\\\\" renamed to`));
      assert.match(text, / 1 changed: secret replaced by a placeholder/);
      assert.equal(out.conversation.changed, rounds + 1);
      assert.deepEqual(
        out.redactions.map(({ count }) => count),
        [1],
      );
      assert.equal(text.includes(SECRET), false);
      assert(out.tokens > rounds);
      const folder = fs.readdirSync(path.dirname(out.path));
      assert.equal(folder.filter((file) => file.includes("holdall-")).length, 0);
    });
  }
}

/** A session of Claude Code: a command in every round, and a secret in the last answer. */
function claudeSession(home: string, rounds: number, bytes: number): string {
  const file = path.join(home, "0b9e1c52-7d0f-4a55-9d4e-5f2a7c1b3e60.jsonl");
  const out = fs.openSync(file, "w");
  let count: number = 0;
  let parentUuid: string | null = null;
  const add = (type: string, message: object) => {
    const uuid = `00000000-0000-4000-8000-${(++count).toString(16).padStart(12, "0")}`;
    const at = { cwd: home, sessionId: path.basename(file, ".jsonl"), version: "2.0.0" };
    const timestamp = "2026-01-31T08:00:00.000Z";
    fs.writeSync(
      out,
      `${JSON.stringify({ parentUuid, isSidechain: false, type, message, uuid, timestamp, ...at })}\n`,
    );
    parentUuid = uuid;
  };
  add("user", { role: "user", content: "Count the apples" });
  for (let round = 1; round <= rounds; round++) {
    const id = `toolu_${round}`;
    const input = { command: `ls basket-${round}` };
    add("assistant", answer(round, { type: "tool_use", id, name: "Bash", input }));
    const content = `${round} apples, ${"all of them red ".repeat(bytes / 16)}`;
    add("user", { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] });
  }
  add("assistant", answer(0, { type: "text", text: `Done with ${SECRET}` }));
  fs.closeSync(out);
  return file;
}

function answer(number: number, block: object) {
  return { id: `msg_${number}`, type: "message", role: "assistant", content: [block] };
}
