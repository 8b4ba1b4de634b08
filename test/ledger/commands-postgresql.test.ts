import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import pg from "pg";
import { smallLog } from "../support/frames.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { startServer } from "../support/postgresql.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
const server = await startServer();
const skip = typeof server === "string" ? server : false;
const url = (schema: string) => (typeof server === "string" ? "" : server.url(schema));

test("a workspace moves to a server and back with every hash", { skip }, () => {
  writeFiles(path.join(cwd, "log"), { "events.jsonl": `${smallLog().join("\n")}\n` });
  assert.equal(holdall(["init"], { cwd }).code, 0);
  assert.equal(holdall(["ledger", "import", "log"], { cwd }).code, 0);
  const there = holdallJson(["ledger", "copy", "--to", url("moved")], { cwd });
  assert.deepEqual([there.code, there.json.ok, there.json.events], [0, true, smallLog().length]);
  assert.doesNotMatch(JSON.stringify(there.json), /holdall:holdall/, "the password is not shown");
  const back = holdallJson(["ledger", "copy", "--to", "back", "--store", url("moved")], { cwd });
  assert.deepEqual([back.code, back.json.ok], [0, true]);
  const stores = { here: ".holdall", there: url("moved"), back: "back" };
  for (const [name, store] of Object.entries(stores)) {
    assert.equal(
      holdall(["ledger", "export", `${name}-all`, "--all", "--store", store], { cwd }).code,
      0,
    );
  }
  const here = picture(path.join(cwd, "here-all"));
  assert.deepEqual(picture(path.join(cwd, "there-all")), here);
  assert.deepEqual(picture(path.join(cwd, "back-all")), here);
});

test("commands work on a server as in a folder", { skip }, () => {
  const env = { HOLDALL_STORE: url("commands") };
  assert.equal(holdall(["status"], { cwd, env }).code, 4);
  assert.equal(holdallJson(["init"], { cwd, env }).json.created, true);
  assert.equal(holdallJson(["init"], { cwd, env }).json.created, false);
  assert.equal(holdall(["ledger", "import", "log"], { cwd, env }).code, 0);
  for (const command of ["status", "verify", "ledger rebuild", "ledger recover", "ledger gc"]) {
    const { code, stderr } = holdall(command.split(" "), { cwd, env });
    assert.equal(code, 0, `${command}: ${stderr}`);
  }
  assert.equal(holdallJson(["status"], { cwd, env }).json.engine, "postgresql");
});

test("a server that cannot be reached is told in one sentence", () => {
  const store = "postgresql://ada:secret@127.0.0.1:1/nowhere";
  const { code, stderr } = holdall(["status", "--store", store], { cwd });
  assert.equal(code, 4);
  assert.match(stderr, /E_IO[\s\S]*cannot be reached/);
  assert.doesNotMatch(stderr, /secret/);
});

/** Runs `init` in a schema and counts what was sent to the server. */
async function countQueries(schema: string): Promise<number> {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    count++;
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await runOperation(contextIn(makeScratch()), "init", { store: url(schema) });
  } finally {
    pg.Client.prototype.query = query;
  }
  return count;
}

test("init sends the tables of all modules together, not one statement after another", {
  skip,
}, async () => {
  const count = await countQueries("counted");
  assert(count < 40, `${count} queries`);
  const { code, stderr } = holdall(["verify"], { cwd, env: { HOLDALL_STORE: url("counted") } });
  assert.equal(code, 0, stderr);
});

test("init leaves the tables of somebody else in the schema alone", { skip }, async () => {
  const client = new pg.Client(url("taken").replace(/\?.*/, ""));
  await client.connect();
  try {
    await client.query("create schema taken; create table taken.units (note text)");
    await client.query("insert into taken.units values ('mine')");
    // The second command finds what the first one had begun.
    for (const command of ["init", "init", "status"]) {
      const { code, stderr } = holdall([command], { cwd, env: { HOLDALL_STORE: url("taken") } });
      const { rows } = await client.query("select note from taken.units");
      assert.deepEqual(rows, [{ note: "mine" }]);
      assert.equal(code, 3, command);
      assert.match(stderr, /E_EXISTS[\s\S]*another schema/);
    }
  } finally {
    await client.end();
  }
});
