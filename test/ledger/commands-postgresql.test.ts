import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { smallLog } from "../support/frames.ts";
import { startServer } from "../support/postgresql.ts";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";

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
