/** Sessions that are removed from a backup: their bytes are gone, and what exists nowhere else stays. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { zstdDecompressSync } from "node:zlib";
import { readBlock, readPackList } from "../../src/backup/pack-file.ts";
import { listPacks } from "../../src/backup/part-index.ts";
import { NO_KEYS } from "../../src/backup/sealing.ts";
import type { RemovedSessions } from "../../src/keep/forget-kept.ts";
import { codeOf } from "../support/operations.ts";
import { setUpKeeping } from "./keeping.ts";

/** Whether any block of any pack, or any record, contains a text. */
function contains(backup: string, text: string): boolean {
  const place = { folder: backup, keyring: NO_KEYS };
  const inPacks = listPacks(backup).some((pack) =>
    readPackList(place, pack).some((block) => readBlock(place, pack, block).includes(text)),
  );
  const records = fs.globSync(path.join(backup, "runs/*/*.zst"));
  return (
    inPacks || records.some((file) => zstdDecompressSync(fs.readFileSync(file)).includes(text))
  );
}

function markedLog(home: string): { readonly log: string; readonly id: string } {
  const log = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"))[0] ?? "";
  const record = {
    type: "summary",
    summary: "a word that nobody else uses",
    timestamp: new Date(),
  };
  fs.appendFileSync(log, `${JSON.stringify(record)}\n`);
  return { log, id: path.basename(log, ".jsonl") };
}

test("keep forget removes the bytes of a session, and it is not kept again", async () => {
  const { home, backup, keep, verify, run, list } = setUpKeeping();
  const { log, id } = markedLog(home);
  await keep();
  assert.ok(contains(backup, "a word that nobody else uses"));
  await run("keep forget", { sessions: [id] });
  assert.ok(!contains(backup, "a word that nobody else uses"));
  assert.ok(!contains(backup, `${path.basename(path.dirname(log))}/${id}`));
  assert.equal((await verify()).out.ok, true);
  const again = await keep();
  assert.equal(again.forgotten, 1);
  assert.ok(!contains(backup, "a word that nobody else uses"));
  assert.ok((await list({ all: true })).every((session) => session.id !== id));
});

test("keep forget asks for --force before it loses what exists nowhere else", async () => {
  const { home, keep, run, list } = setUpKeeping();
  const { log, id } = markedLog(home);
  await keep();
  fs.rmSync(log);
  assert.equal(await codeOf(run("keep forget", { sessions: [id] })), "E_PROTECTED");
  assert.ok((await list({ all: true })).some((session) => session.id === id));
  await run("keep forget", { sessions: [id], force: true });
  assert.ok((await list({ all: true })).every((session) => session.id !== id));
});

test("a secret that was taken out of a log is out of the backup after keep forget --earlier", async () => {
  const { home, backup, keep, verify, run, restore } = setUpKeeping(["claude", "goose"]);
  const { log, id } = markedLog(home);
  const before = fs.readFileSync(log, "utf8");
  await keep();
  const clean = before.replace("a word that nobody else uses", "[removed]");
  fs.writeFileSync(log, clean);
  assert.equal((await keep()).rewritten.length, 1);
  assert.ok(contains(backup, "a word that nobody else uses"));
  await run("keep forget", { sessions: [id], earlier: true, "dry-run": true });
  assert.ok(contains(backup, "a word that nobody else uses"));
  const { out } = await run<RemovedSessions>("keep forget", { sessions: [id], earlier: true });
  assert.deepEqual([out.earlier, out.sessions[0]?.bytes], [true, Buffer.byteLength(before)]);
  assert.ok(!contains(backup, "a word that nobody else uses"));
  assert.deepEqual((await verify()).out.faults, []);
  fs.rmSync(log);
  await restore({ sessions: [id] });
  assert.equal(fs.readFileSync(log, "utf8"), clean);
  assert.equal((await keep()).forgotten, 0);
});

test("keep forget --earlier leaves an older copy of a database that a deleted session is in", async () => {
  const { home, keep, run, verify } = setUpKeeping(["goose"]);
  await keep();
  const file = path.join(home, ".local/share/goose/sessions/sessions.db");
  const database = new DatabaseSync(file);
  const [gone, other] = database.prepare("select id from sessions order by id").all();
  database.exec("pragma foreign_keys = off");
  database.prepare("delete from messages where session_id = ?").run(String(gone?.id));
  database.prepare("delete from sessions where id = ?").run(String(gone?.id));
  database.close();
  assert.equal((await keep()).gone.length, 1);
  const forget = () => run("keep forget", { sessions: [String(other?.id)], earlier: true });
  assert.equal(await codeOf(forget()), "E_PROTECTED");
  await run("keep forget", { sessions: [String(gone?.id)], force: true });
  await forget();
  assert.deepEqual((await verify()).out.faults, []);
});

test("records that a killed keep forget left over are no fault, and the next run removes them", async () => {
  const { home, backup, keep, verify, run } = setUpKeeping(["claude"]);
  const { log, id } = markedLog(home);
  for (const text of ["one", "two", "three"]) {
    fs.appendFileSync(log, `{"type":"summary","summary":"${text}"}\n`);
    await keep();
  }
  const records = fs.globSync(path.join(backup, "runs/*/*.zst")).sort();
  const bytes = records.map((file) => fs.readFileSync(file));
  await run("keep forget", { sessions: [id] });
  // Killed after it had removed the first one.
  for (const [at, file] of records.entries()) if (at > 0) fs.writeFileSync(file, bytes[at] ?? "");
  assert.deepEqual((await verify()).out.faults, []);
  await keep();
  assert.ok(records.every((file) => !fs.existsSync(file)));
  assert.deepEqual((await verify()).out.faults, []);
  // Without the record that removed them, they are part of a chain that lacks its beginning.
  for (const file of fs.globSync(path.join(backup, "runs/*/*.zst"))) fs.rmSync(file);
  fs.writeFileSync(records[1] ?? "", bytes[1] ?? "");
  assert.ok((await verify()).out.faults.some(({ code }) => code === "E_CHAIN"));
});

test("a dry run of keep forget removes nothing", async () => {
  const { home, backup, keep, run } = setUpKeeping();
  const { id } = markedLog(home);
  await keep();
  await run("keep forget", { sessions: [id], "dry-run": true });
  assert.ok(contains(backup, "a word that nobody else uses"));
});

test("a session in a database that its agent has cannot be forgotten", async () => {
  const { keep, run, list } = setUpKeeping(["goose"]);
  await keep();
  const [session] = await list({ all: true });
  assert.equal(await codeOf(run("keep forget", { sessions: [session?.id] })), "E_PROTECTED");
});

test("keep prune removes by age only what its agent still has", async () => {
  const { home, keep, verify, run, list } = setUpKeeping(["claude", "qwen"]);
  await keep();
  const gone = fs.globSync(path.join(home, ".qwen/projects/*/chats/*.jsonl"))[0] ?? "";
  fs.rmSync(gone);
  await keep();
  const before = (await list({ all: true })).length;
  const dry = await run<{ sessions: unknown[] }>("keep prune", {
    "older-than": "2099-01-01",
    "dry-run": true,
  });
  assert.equal(dry.out.sessions.length, before - 1);
  await run("keep prune", { "older-than": "2099-01-01" });
  assert.deepEqual(
    (await list({ all: true })).map(({ id }) => id),
    [path.basename(gone, ".jsonl")],
  );
  assert.equal((await verify()).out.ok, true);
  // What was pruned is kept again once its agent has written to it.
  assert.equal((await keep()).added, 0);
  markedLog(home);
  assert.equal((await keep()).added, 1);
});

test("keep prune --keep-size removes the oldest sessions until the backup is small enough", async () => {
  const { backup, keep, run, list } = setUpKeeping(["claude", "qwen"]);
  await keep();
  const count = (await list({ all: true })).length;
  const size = fs
    .globSync(path.join(backup, "**/*.{pack,zst}"))
    .reduce((sum, file) => sum + fs.statSync(file).size, 0);
  await run("keep prune", { "keep-size": Math.floor(size / 2) });
  const left = (await list({ all: true })).length;
  assert.ok(left > 0 && left < count);
});

test("keep prune removes copies of a database that nothing refers to", async () => {
  const { home, backup, keep, verify, run } = setUpKeeping(["goose"]);
  await keep();
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path.join(home, ".local/share/goose/sessions/sessions.db"));
  database.exec("create table filler (text)");
  database.exec("insert into filler values ('a word that nobody else uses')");
  await keep();
  database.exec("drop table filler");
  database.exec("vacuum");
  database.close();
  await keep();
  assert.ok(contains(backup, "a word that nobody else uses"));
  await run("keep prune", {});
  assert.ok(!contains(backup, "a word that nobody else uses"));
  assert.equal((await verify()).out.ok, true);
});
