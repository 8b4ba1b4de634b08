/** A session that was only opened after its handoff can be undone; one that was continued cannot. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { HoldallError } from "../../src/base/errors.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { growingSession, SESSION } from "./growing-session.ts";

interface Output {
  readonly session_id: string;
  readonly path: string;
  readonly notes: readonly string[];
  readonly handoffs?: readonly { readonly session_id: string; readonly continued: boolean }[];
}

function machine() {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  growingSession(home, cwd)("Build the lamp", "The lamp is built");
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const run = async (input: Record<string, unknown>) =>
    (await runOperation<Output>(context, "handoff", input)).out;
  return {
    handOver: (to = "codex") => run({ from: SESSION, to }),
    undo: (id: string) => run({ undo: id }),
    list: async () => (await run({ list: true })).handoffs ?? [],
  };
}

const record = (type: string, payload: object) =>
  `${JSON.stringify({ timestamp: "2026-03-01T13:00:00.000Z", ordinal: 99, type, payload })}\n`;

/** What Codex adds when it only opens a session. */
const opened = record("event_msg", {
  type: "thread_settings_applied",
  thread_settings: { model: "scripted", approval_policy: "on-request" },
});

const added: Readonly<Record<string, string>> = {
  "a message": record("response_item", {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text: "Go on." }],
  }),
  "turns that were taken back": record("event_msg", { type: "thread_rolled_back", num_turns: 1 }),
  "a record of no known kind": record("new_kind", {}),
  "a damaged line": "{\n",
  "an unfinished line": opened.trimEnd(),
};

suite("handoff --undo", () => {
  test("removes a session that the receiver only opened, with what it added", async () => {
    const { handOver, undo, list } = machine();
    const placed = await handOver();
    fs.appendFileSync(placed.path, opened.repeat(2));
    assert.deepEqual(
      (await list()).map(({ continued }) => continued),
      [false],
    );
    await undo("last");
    assert(!fs.existsSync(placed.path));
  });

  for (const [what, line] of Object.entries(added)) {
    test(`keeps a session with ${what}, and names the command that deletes it`, async () => {
      const { handOver, undo } = machine();
      const placed = await handOver();
      fs.appendFileSync(placed.path, `${opened}${line}`);
      const refusal = await undo(placed.session_id).catch((error: unknown) => error);
      assert(refusal instanceof HoldallError);
      assert.equal(refusal.code, "E_PROTECTED");
      assert(refusal.cure?.includes(`codex delete ${placed.session_id}`), refusal.cure);
      assert(fs.existsSync(placed.path));
    });
  }

  test("keeps a session whose earlier part was changed", async () => {
    const { handOver, undo } = machine();
    const { path: file, session_id } = await handOver();
    const changed = fs.readFileSync(file, "utf8").replace("The lamp is built", "No lamp at all.");
    fs.writeFileSync(file, `${changed}${opened}`);
    await assert.rejects(undo(session_id), { code: "E_PROTECTED" });
  });

  test("takes with last the newest that can be undone, and says what it left alone", async () => {
    const { handOver, undo } = machine();
    const first = await handOver("pi");
    const second = await handOver();
    fs.appendFileSync(second.path, added["a message"] ?? "");
    const undone = await undo("last");
    assert.equal(undone.session_id, first.session_id);
    assert(undone.notes[0]?.includes(second.session_id), undone.notes[0]);
    assert(fs.existsSync(second.path));
    await assert.rejects(undo("last"), { code: "E_PROTECTED" });
  });
});
