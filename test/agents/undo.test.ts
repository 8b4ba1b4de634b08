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

/** A home that opencode works in, with a session that was moved there and a look into its database. */
async function makeHome() {
  const home = makeScratch();
  const cwd = path.join(home, "orchard");
  fs.mkdirSync(cwd);
  const source = makeScratch();
  const { path: file } = placeFixture("opencode", "sub-agent", source);
  const programs = path.dirname(opencode?.command ?? "");
  const withPath = (PATH: string) => ({ ...contextIn(cwd), agents: { home, env: { PATH } } });
  const context = withPath(`${programs}:/usr/bin:/bin`);
  const { out } = await runOperation<{ session_id: string; path: string; loss: object }>(
    context,
    "handoff",
    { from: path.join(source, file), to: "opencode" },
  );
  const database = path.join(home, ".local/share/opencode/opencode.db");
  const ask = (sql: string) => {
    const opened = new DatabaseSync(database);
    try {
      return opened.prepare(sql).all();
    } finally {
      opened.close();
    }
  };
  return { context, without: withPath("/nonexistent"), handed: out, ask };
}

const undo = (context: Parameters<typeof runOperation>[0], id: string) =>
  runOperation<{ notes: readonly string[] }>(context, "handoff", { undo: id });

suite("handoff --undo with the real opencode", { skip }, () => {
  test("takes the session and those of its sub-agents out of its database again", async () => {
    const { context, handed, ask } = await makeHome();
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
    const { context, handed, ask } = await makeHome();
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
    const { without, handed, ask } = await makeHome();
    const { out } = await undo(without, handed.session_id);
    const command = `opencode session delete ${handed.session_id}`;
    assert(out.notes.some((note) => note.includes(command)));
    assert.equal(ask("select id from session").length, 2);
    assert(!fs.existsSync(handed.path));
  });
});
