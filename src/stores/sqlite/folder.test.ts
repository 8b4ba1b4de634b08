import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { codeOf } from "../../../test/support/operations.ts";
import sqlite from "./sqlite.ts";

test("a workspace's database and the files beside it are for their owner alone", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "holdall-sqlite-"));
  const before = process.umask(0o022);
  try {
    const location = join(scratch, ".holdall");
    assert.equal(await sqlite.create(location), true);
    const store = await sqlite.open(location);
    await store.transaction("write", async () => {});
    const files = readdirSync(location).filter((name) => name.startsWith("ledger.sqlite"));
    assert.ok(files.includes("ledger.sqlite-wal"));
    for (const name of files) assert.equal(statSync(join(location, name)).mode & 0o777, 0o600);
    await store.close();
  } finally {
    process.umask(before);
    rmSync(scratch, { recursive: true });
  }
});

test("a workspace that came with a project writes through no link", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "holdall-sqlite-"));
  try {
    const location = join(scratch, ".holdall");
    const mine = join(scratch, "mine");
    writeFileSync(mine, "mine\n");
    mkdirSync(location);
    symlinkSync(mine, join(location, ".gitignore"));
    assert.equal(await codeOf(sqlite.create(location)), "E_LINK");
    rmSync(location, { recursive: true });
    await sqlite.create(location);
    for (const name of ["ledger.sqlite-wal", "ledger.sqlite-journal", "hooks.log", "tmp"]) {
      rmSync(join(location, name), { recursive: true, force: true });
      symlinkSync(mine, join(location, name));
      assert.equal(await codeOf(sqlite.open(location)), "E_LINK", name);
      rmSync(join(location, name));
    }
    renameSync(join(location, "ledger.sqlite"), join(scratch, "another.sqlite"));
    symlinkSync(join(scratch, "another.sqlite"), join(location, "ledger.sqlite"));
    assert.equal(await codeOf(sqlite.open(location)), "E_LINK");
    assert.equal(readFileSync(mine, "utf8"), "mine\n");
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

test("a workspace with a view, which could answer without end, is refused", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "holdall-sqlite-"));
  try {
    const location = join(scratch, ".holdall");
    await sqlite.create(location);
    const database = new DatabaseSync(join(location, "ledger.sqlite"));
    database.exec(
      `create view ledger_meta as with recursive c(x) as (select 1 union all select x + 1 from c)
       select x as key, x as value from c`,
    );
    database.close();
    assert.equal(await codeOf(sqlite.open(location)), "E_STORE");
  } finally {
    rmSync(scratch, { recursive: true });
  }
});
