import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
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
