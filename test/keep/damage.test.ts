/** Damage of every kind: a flipped byte is found and named, a full or closed disk changes nothing that was kept. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { codeOf } from "../support/operations.ts";
import { makeScratch, picture } from "../support/scratch.ts";
import { createKey } from "../support/ssh-keys.ts";
import { setUpKeeping } from "./keeping.ts";

/** Places of a file that are tried: both ends, and some between. */
function placesIn({ length }: Buffer): readonly number[] {
  return [0, 9, length >> 2, length >> 1, length - 40, length - 12, length - 1].filter(
    (at) => at >= 0,
  );
}

test("a flipped byte is found and named, in whichever file of a backup it is", async () => {
  const { home, backup, run, verify } = setUpKeeping(["claude", "pi"]);
  const key = path.join(path.dirname(home), "key");
  fs.writeFileSync(key, createKey().text, { mode: 0o600 });
  const keep = (input: object = {}) => run("keep now", { from: undefined, to: backup, ...input });
  await keep();
  fs.appendFileSync(fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"))[0] ?? "", "{}\n");
  await keep({ key });
  assert.equal((await verify()).out.ok, true);
  const files = fs.globSync(path.join(backup, "{packs,runs/*}/*.{pack,zst,sig}"));
  assert.ok(files.length >= 5, "packs, records and a signature");
  for (const file of files) {
    const bytes = fs.readFileSync(file);
    for (const at of placesIn(bytes)) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 4;
      fs.writeFileSync(file, flipped);
      const { out } = await verify();
      const name = path.relative(backup, file);
      assert.equal(out.ok, false, `${name}, byte ${at}`);
      assert.ok(
        out.faults.some(({ where }) => where.startsWith(name)),
        `${name}, byte ${at}`,
      );
    }
    fs.writeFileSync(file, bytes);
  }
  assert.equal((await verify()).out.ok, true);
});

test("a backup that says no longer what it is counts as none, and nothing is written there", async () => {
  const { backup, keep, verify } = setUpKeeping(["pi"]);
  await keep();
  const marker = path.join(backup, "backup.json");
  fs.writeFileSync(marker, fs.readFileSync(marker, "utf8").replace("holdall", "holdalk"));
  const before = picture(backup);
  assert.equal(await codeOf(verify()), "E_NOT_FOUND");
  assert.equal(await codeOf(keep()), "E_PROTECTED");
  assert.deepEqual(picture(backup), before);
});

const disk = makeScratch();
/** A disk of its own needs rights that not every machine gives. */
const canMount = mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", disk);
const skip = canMount ? false : "it needs the right to mount a disk";

function mount(...args: readonly string[]): boolean {
  return spawnSync("mount", args).status === 0;
}

test("a full disk and one that cannot be written to leave what was kept as it was", {
  skip,
}, async () => {
  try {
    const { home, run, keep: elsewhere, restore } = setUpKeeping(["claude", "pi"]);
    const backup = path.join(disk, "kept");
    const keep = () => run("keep now", { from: undefined, to: backup });
    const verify = () => run<{ ok: boolean; sessions: number }>("keep verify", { from: backup });
    await elsewhere();
    // It has room for nothing but the list of what is kept.
    const log = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"))[0] ?? "";
    const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");
    fs.appendFileSync(log, `{"type":"summary","summary":"${noise}"}\n`);
    await assert.rejects(keep(), { code: "E_IO" });
    assert.deepEqual((await verify()).out.sessions, 0);
    assert.ok(mount("-o", "remount,size=4m", disk));
    await keep();
    const { out } = await verify();
    assert.ok(out.ok && out.sessions > 1);
    fs.appendFileSync(log, "{}\n");
    assert.ok(mount("-o", "remount,ro", disk));
    const before = picture(disk);
    await assert.rejects(keep(), { code: "E_IO" });
    assert.equal((await verify()).out.ok, true);
    const into = path.join(path.dirname(home), "into");
    fs.mkdirSync(into);
    const rows = await restore({ from: backup, all: true, into });
    assert.ok(rows.every(({ state }) => state === "restored"));
    assert.deepEqual(picture(disk), before);
  } finally {
    spawnSync("umount", [disk]);
  }
});
