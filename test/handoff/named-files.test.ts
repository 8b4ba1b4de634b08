/** Files and databases that a user names: which session is meant, and what is refused. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const TABLES = `
  create table session (id text, parent_id text, directory text, title text, version text, revert text,
    time_created integer, time_updated integer);
  create table message (id text, session_id text, time_created integer, time_updated integer, data text);
  create table part (id text, message_id text, session_id text, time_created integer,
    time_updated integer, data text);`;

/** A workspace with a database of two sessions of opencode beside it. */
async function folderWithDatabase() {
  const cwd = makeScratch();
  const database = new DatabaseSync(path.join(cwd, "copy.db"));
  database.exec(`pragma journal_mode = wal; ${TABLES}`);
  for (const [id, time] of [
    ["ses_older", 1],
    ["ses_newer", 2],
  ] as const) {
    database.exec(`insert into session values ('${id}', null, '/p', '${id}', '1.18.18', null, ${time}, ${time});
      insert into message values ('m-${id}', '${id}', ${time}, ${time}, '{"role":"user"}');
      insert into part values ('p-${id}', 'm-${id}', '${id}', ${time}, ${time}, '{"type":"text","text":"go"}');`);
  }
  database.close();
  const context = { ...contextIn(cwd), agents: { home: cwd, env: {} } };
  await runOperation(context, "init");
  return context;
}

test("import takes the session of a database that is asked for, and leaves nothing beside it", async () => {
  const context = await folderWithDatabase();
  const idOf = async (session: string | undefined) => {
    const input = { from: "copy.db", ...(session === undefined ? {} : { session }), wait: false };
    const done = await runOperation<{ session_id: string }>(context, "import", {
      ...input,
      state: false,
      apply: false,
      "dry-run": true,
    });
    return done.out.session_id;
  };
  assert.equal(await idOf(undefined), "ses_newer");
  assert.equal(await idOf("ses_older"), "ses_older");
  assert.equal(await idOf("ses_o"), "ses_older");
  await assert.rejects(idOf("ses_missing"), /Cannot find session "ses_missing"/);
  assert.deepEqual(
    fs.readdirSync(context.cwd).filter((name) => name.startsWith("copy.db")),
    ["copy.db"],
  );
});

test("import refuses by name a file in which nothing is conversation", async () => {
  const context = await folderWithDatabase();
  const header = { sessionId: "s", projectHash: "h", startTime: "2026-01-01T00:00:00Z" };
  fs.writeFileSync(path.join(context.cwd, "empty.jsonl"), `${JSON.stringify(header)}\n`);
  const input = { from: "empty.jsonl", wait: false, state: false, apply: false, "dry-run": true };
  await assert.rejects(
    runOperation(context, "import", input),
    /empty\.jsonl": it was read as a session of Gemini CLI, and none of its 1 record/,
  );
});

test("import refuses sessions of Cline and of an earlier Copilot CLI by their names", async () => {
  const context = await folderWithDatabase();
  const files = {
    "1_a.messages.json": {
      version: 1,
      updated_at: "",
      agent: "lead",
      sessionId: "1_a",
      messages: [],
    },
    "session_s.json": { sessionId: "s", startTime: "2026-01-01T00:00:00Z", chatMessages: [] },
  };
  const names = [/session of Cline, which is not supported/, /session of an earlier Copilot CLI/];
  for (const [at, [name, document]] of Object.entries(files).entries()) {
    fs.writeFileSync(path.join(context.cwd, name), JSON.stringify(document));
    const input = { from: name, wait: false, state: false, apply: false, "dry-run": true };
    await assert.rejects(runOperation(context, "import", input), names[at] ?? /^$/);
  }
});

test("sessions and doctor name a store that is there and cannot be read", async () => {
  const context = await folderWithDatabase();
  const store = path.join(context.cwd, ".local/share/opencode");
  fs.mkdirSync(store, { recursive: true });
  fs.writeFileSync(path.join(store, "opencode.db"), Buffer.alloc(8192, "no database"));
  const { out } = await runOperation<{ unreadable: { agent: string; reason: string }[] }>(
    context,
    "sessions",
    { all: true, runs: false, limit: 5 },
  );
  const [unreadable] = out.unreadable;
  assert.equal(unreadable?.agent, "opencode");
  assert.match(unreadable?.reason ?? "", /opencode\.db": file is not a database/);
  const doctor = await runOperation<{ checks: { subject: string; detail: string }[] }>(
    context,
    "doctor",
  );
  const check = doctor.out.checks.find(({ detail }) => detail.includes("not all sessions"));
  assert.equal(check?.subject, "opencode");
});
