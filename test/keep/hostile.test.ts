/** Backups that a stranger wrote: nothing outside the agents' own folders is touched, and nothing grows without bound. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { runName } from "../../src/backup/layout.ts";
import { encodePack, readBlock, readPackList } from "../../src/backup/pack-file.ts";
import { listPacks } from "../../src/backup/part-index.ts";
import type { RunRecord } from "../../src/backup/records.ts";
import { NO_KEYS } from "../../src/backup/sealing.ts";
import { sha256 } from "../../src/base/hash.ts";
import { codeOf } from "../support/operations.ts";
import { picture } from "../support/scratch.ts";
import { setUpKeeping } from "./keeping.ts";

/** Replaces the only record of a backup by a changed one, under the name that its bytes have. */
function rewriteRecord(backup: string, change: (record: RunRecord) => unknown): void {
  const [file = ""] = fs.globSync(path.join(backup, "runs/*/*.zst"));
  const record: RunRecord = JSON.parse(zstdDecompressSync(fs.readFileSync(file)).toString());
  change(record);
  const packed = zstdCompressSync(JSON.stringify(record));
  const name = runName({ sequence: 1, hash: sha256(packed), isFull: true });
  fs.rmSync(file);
  fs.writeFileSync(path.join(path.dirname(file), name), packed);
}

/** Gives the first file of the first session another path. */
function renameFirst(record: RunRecord, place: string, name: string): void {
  const [session] = record.sessions;
  const file = record.files.find((each) => `${each.place}/${each.path}` === session?.files[0]);
  if (session === undefined || file === undefined) throw new Error("no session was kept");
  Object.assign(file, { place, path: name });
  Object.assign(session, { files: [`${place}/${name}`] });
}

for (const [place, name] of [
  ["projects", "../../../outside"],
  ["projects", "-work/../../settings.json"],
  ["projects", "/etc/outside"],
  ["projects", "-work/memory/MEMORY.md"],
  ["..", "outside"],
  ["constructor", "outside"],
  ["projects", "-work/\u0000.jsonl"],
] as const) {
  test(`keep restore puts nothing at ${place}/${JSON.stringify(name)}`, async () => {
    const { home, backup, keep, restore, verify } = setUpKeeping(["claude"]);
    await keep();
    rewriteRecord(backup, (record) => renameFirst(record, place, name));
    const into = path.join(path.dirname(home), "into");
    fs.mkdirSync(into);
    const rows = await restore({ all: true, into });
    assert.equal(rows.filter(({ state }) => state === "failed").length, 1);
    const files = fs.readdirSync(into, { recursive: true, withFileTypes: true });
    const logs = files.filter((each) => each.isFile());
    assert.ok(logs.every((each) => each.parentPath.includes(".claude/projects/")));
    assert.ok(logs.every((each) => !/settings|MEMORY|outside/.test(each.name)));
    assert.ok(!fs.existsSync(path.join(path.dirname(home), "outside")));
    assert.equal((await verify()).out.ok, false);
  });
}

test("a link in an agent's store leads no restored file elsewhere", async () => {
  const { home, keep, restore } = setUpKeeping(["claude"]);
  await keep();
  const [project = ""] = fs.globSync(path.join(home, ".claude/projects/*"));
  const elsewhere = path.join(path.dirname(home), "elsewhere");
  fs.mkdirSync(elsewhere);
  fs.rmSync(project, { recursive: true });
  fs.symlinkSync(elsewhere, project);
  const rows = await restore({ all: true });
  assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(["failed"]));
  assert.deepEqual(fs.readdirSync(elsewhere), []);
});

test("records of another form are findings, not crashes", async () => {
  for (const change of [
    (record: RunRecord) => Object.assign(record, { sessions: "none" }),
    (record: RunRecord) => Object.assign(record, { chain: "000000000000" }),
    (record: RunRecord) => void record.versions[0]?.parts.push(1e9),
    (record: RunRecord) => Object.assign(record.versions[0] ?? {}, { bytes: 1 }),
  ]) {
    const { backup, keep, verify } = setUpKeeping(["pi"]);
    await keep();
    rewriteRecord(backup, change);
    const { out } = await verify();
    assert.equal(out.ok, false);
    assert.ok(out.faults[0]?.where.startsWith("runs/"));
    // The next run describes everything again.
    assert.ok(((await keep()).sessions ?? 0) > 0);
  }
});

test("a block that decompresses to more than it states is refused", async () => {
  const { backup, keep, verify } = setUpKeeping(["pi"]);
  await keep();
  const [pack = ""] = listPacks(backup);
  const place = { folder: backup, keyring: NO_KEYS };
  const blocks = readPackList(place, pack);
  const bomb = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024));
  const bytes = encodePack(
    blocks.map(({ parts, unpacked }) => ({ packed: bomb, unpacked, parts })),
    NO_KEYS,
  );
  fs.rmSync(path.join(backup, "packs", `${pack}.pack`));
  fs.writeFileSync(path.join(backup, "packs", `${sha256(bytes)}.pack`), bytes);
  const [block] = readPackList(place, sha256(bytes));
  assert.ok(block);
  assert.throws(() => readBlock(place, sha256(bytes), block), { code: "E_DIGEST" });
  assert.equal((await verify()).out.ok, false);
});

test("a pack that is cut off, empty or a link is a finding", async () => {
  for (const damage of [
    (file: string) => fs.truncateSync(file, 100),
    (file: string) => fs.truncateSync(file, 0),
    (file: string) => {
      fs.renameSync(file, `${file}.moved`);
      fs.symlinkSync(`${file}.moved`, file);
    },
  ]) {
    const { backup, keep, verify } = setUpKeeping(["pi"]);
    await keep();
    damage(fs.globSync(path.join(backup, "packs/*.pack"))[0] ?? "");
    assert.equal((await verify()).out.ok, false);
    // What is damaged is stored again as long as the agent has it.
    assert.deepEqual((await keep()).failed, []);
  }
});

test("keep now writes into no folder that has other files", async () => {
  const { backup, keep } = setUpKeeping(["pi"]);
  fs.mkdirSync(backup);
  fs.writeFileSync(path.join(backup, "thesis.txt"), "all of it");
  const before = picture(backup);
  assert.equal(await codeOf(keep()), "E_PROTECTED");
  assert.deepEqual(picture(backup), before);
});
