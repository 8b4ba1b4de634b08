import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { verify } from "../conformance/ledger-check.ts";
import { otherUser } from "../support/other-user.ts";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch, picture } from "../support/scratch.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { message, openLedgerAt } from "../support/workspaces.ts";

const scratch = makeScratch();
fs.chmodSync(scratch, 0o755); // The other user must be able to enter it.
const disk = mountSmallDisk(64 * 1024);
const skip = typeof disk === "string" ? disk : false;

/** A project with a thread and a state. */
function createProject(cwd: string): string {
  fs.mkdirSync(cwd, { recursive: true });
  assert.equal(holdall(["init"], { cwd }).code, 0);
  const thread = String(holdallJson(["thread", "new"], { cwd }).json.thread_id);
  assert.equal(holdall(["thread", "post", thread, "Good morning"], { cwd }).code, 0);
  assert.equal(holdall(["state", "commit", "The tide turns at nine"], { cwd }).code, 0);
  return thread;
}

/** A workspace as a process leaves it that is killed: its commits are in the log beside the database. */
async function createKilled(folder: string): Promise<void> {
  const location = path.join(scratch, "live", path.basename(folder), ".holdall");
  const ledger = await openLedgerAt(location);
  for (let n = 0; n < 20; n++) await ledger.append([message("session:a", `m${n}`)]);
  fs.cpSync(location, path.join(folder, ".holdall"), { recursive: true });
  await ledger.close();
}

function assertReadable(cwd: string, thread: string, start = {}): void {
  for (const args of [
    ["verify"],
    ["ledger", "verify"],
    ["status"],
    ["state", "show"],
    ["state", "log"],
    ["thread", "list"],
    ["thread", "show", thread],
    ["session", "list"],
  ]) {
    const { code, stderr } = holdall(args, { cwd, ...start });
    assert.deepEqual([code, stderr], [0, ""], args.join(" "));
  }
  const { code, stderr } = holdall(["thread", "post", thread, "more"], { cwd, ...start });
  assert.equal(code, 4);
  assert.match(stderr, /E_IO[\s\S]*read-only/);
}

test("a workspace on a read-only disk is verified and shown", { skip }, () => {
  if (typeof disk === "string") return;
  const cwd = path.join(disk.folder, "project");
  const thread = createProject(cwd);
  const before = picture(cwd);
  disk.setReadOnly(true);
  try {
    assertReadable(cwd, thread);
    assert.deepEqual(picture(cwd), before);
  } finally {
    disk.setReadOnly(false);
  }
});

test("on a read-only disk the commits of a killed process are read", { skip }, async () => {
  if (typeof disk === "string") return;
  const cwd = path.join(disk.folder, "killed");
  fs.mkdirSync(cwd);
  await createKilled(cwd);
  fs.rmSync(path.join(cwd, ".holdall/ledger.sqlite-shm"));
  disk.setReadOnly(true);
  try {
    const ledger = await openLedgerAt(path.join(cwd, ".holdall"));
    const { codes, events } = await verify(ledger);
    assert.deepEqual([codes, events], [[], 20]);
    await ledger.close();
  } finally {
    disk.setReadOnly(false);
  }
});

test("a workspace that this user may only read is verified and shown", () => {
  const cwd = path.join(scratch, "closed");
  const thread = createProject(cwd);
  fs.chmodSync(cwd, 0o555);
  const everything = fs.readdirSync(path.join(cwd, ".holdall"), { recursive: true }).map(String);
  for (const name of ["", ...everything]) {
    const file = path.join(cwd, ".holdall", name);
    fs.chmodSync(file, fs.statSync(file).isDirectory() ? 0o555 : 0o444);
  }
  const home = path.join(scratch, "home");
  fs.mkdirSync(home, { mode: 0o777 });
  const start = { user: otherUser(), env: { HOME: home, XDG_CONFIG_HOME: home } };
  assertReadable(cwd, thread, start);
  fs.chmodSync(cwd, 0o755);
  fs.chmodSync(path.join(cwd, ".holdall"), 0o755);
});

test("a log of commits that was removed or cut off after a crash is noticed", async () => {
  const intact = path.join(scratch, "whole");
  await createKilled(intact);
  const log = "ledger.sqlite-wal";
  const cases = [
    (folder: string) => fs.rmSync(path.join(folder, log)),
    (folder: string) => fs.truncateSync(path.join(folder, log), 0),
    (folder: string) => fs.truncateSync(path.join(folder, log), 20_000),
  ];
  for (const [n, remove] of cases.entries()) {
    const folder = path.join(scratch, `lost-${n}`);
    fs.cpSync(path.join(intact, ".holdall"), folder, { recursive: true });
    const before = picture(folder);
    remove(folder);
    await assert.rejects(openLedgerAt(folder), { code: "E_STORE" });
    await assert.rejects(openLedgerAt(folder), { code: "E_STORE" }, "not only the first time");
    fs.copyFileSync(path.join(intact, ".holdall", log), path.join(folder, log));
    assert.deepEqual(picture(folder), before);
    const ledger = await openLedgerAt(folder);
    assert.equal((await verify(ledger)).events, 20);
    await ledger.close();
  }
});
