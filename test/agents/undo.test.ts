import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { suite, test } from "node:test";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { placeFixture } from "./fixtures.ts";
import { findAgents } from "./install.ts";

const opencode = (await findAgents()).get("opencode");
const skip =
  opencode === undefined &&
  "not run: opencode is not installed; npm run test:agents -- --install does it";

interface Handed {
  readonly session_id: string;
  readonly path: string;
}

/** A home that opencode works in, a session with sub-agents to move there, and a look into its database. */
function createHomeFolder() {
  const home = makeScratch();
  const cwd = path.join(home, "orchard");
  fs.mkdirSync(cwd);
  const source = makeScratch();
  const { path: file } = placeFixture("opencode", "sub-agent", source);
  const programs = path.dirname(opencode?.command ?? "");
  const withPath = (PATH: string) => ({ ...contextIn(cwd), agents: { home, env: { PATH } } });
  const context = withPath(`${programs}:/usr/bin:/bin`);
  const hand = async () => {
    const input = { from: path.join(source, file), to: "opencode" };
    return (await runOperation<Handed>(context, "handoff", input)).out;
  };
  const database = path.join(home, ".local/share/opencode/opencode.db");
  const ask = (sql: string) => {
    const opened = new DatabaseSync(database);
    try {
      return opened.prepare(sql).all();
    } finally {
      opened.close();
    }
  };
  return { home, context, without: withPath("/nonexistent"), hand, ask };
}

/** The same home after a session was moved there. */
async function createMoved() {
  const created = createHomeFolder();
  return { ...created, handed: await created.hand() };
}

const undo = (context: Parameters<typeof runOperation>[0], id: string) =>
  runOperation<{ notes: readonly string[] }>(context, "handoff", { undo: id });

suite("handoff --undo with the real opencode", { skip }, () => {
  test("takes the session and those of its sub-agents out of its database again", async () => {
    const { context, handed, ask } = await createMoved();
    const rows = ask("select id, parent_id from session order by parent_id is not null");
    assert.deepEqual([rows[0]?.id, rows[0]?.parent_id], [handed.session_id, null]);
    assert.equal(rows[1]?.parent_id, handed.session_id);
    assert.equal(rows.length, 2);
    await undo(context, handed.session_id);
    assert.deepEqual(ask("select id from session"), []);
    assert.deepEqual(ask("select id from message"), []);
    assert(!fs.existsSync(handed.path));
  });

  test("keeps a session that went on in its database", async () => {
    const { context, handed, ask } = await createMoved();
    ask(`insert into message (id, session_id, time_created, time_updated, data)
      select 'msg_zzz', session_id, time_created + 1, time_updated + 1, data from message
      where session_id = '${handed.session_id}' limit 1`);
    ask(`insert into part (id, message_id, session_id, time_created, time_updated, data)
      select 'prt_zzz', 'msg_zzz', session_id, time_created, time_updated, data from part
      where session_id = '${handed.session_id}' and data like '%"type":"text"%' limit 1`);
    assert.equal(await codeOf(undo(context, handed.session_id)), "E_PROTECTED");
    assert.equal(ask("select id from session").length, 2);
    assert(fs.existsSync(handed.path));
  });

  test("says what stays and how it is removed when opencode is gone", async () => {
    const { without, handed, ask } = await createMoved();
    const { out } = await undo(without, handed.session_id);
    const command = `opencode session delete ${handed.session_id}`;
    assert(out.notes.some((note) => note.includes(command)));
    assert.equal(ask("select id from session").length, 2);
    assert(!fs.existsSync(handed.path));
  });

  test("is not needed for a handoff that cannot be recorded: nothing stays in its database", async () => {
    const { home, hand } = createHomeFolder();
    fs.mkdirSync(path.join(home, ".local/state"), { recursive: true });
    fs.writeFileSync(path.join(home, ".local/state/holdall"), "");
    assert.notEqual(await codeOf(hand()), null);
    // The record comes first: without one, opencode is not even asked.
    assert(!fs.existsSync(path.join(home, ".local/share/opencode/opencode.db")));
    assert(!fs.existsSync(path.join(home, ".local/share/holdall")));
  });
});
