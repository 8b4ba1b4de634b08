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
import type { Checked } from "../../src/keep/verify-kept.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { picture, writeFiles } from "../support/scratch.ts";
import { setUpKeeping } from "./keeping.ts";
import { agentFiles } from "./place-fixtures.ts";

/** The id of the user "nobody". */
const NOBODY = 65_534;

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

test("links among the files of a session are named and not followed, wherever they are", async () => {
  const { home, backup, keep, run } = setUpKeeping(["claude"]);
  const [log = ""] = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"));
  const own = log.slice(0, -".jsonl".length);
  const outside = path.join(path.dirname(home), "outside");
  const text = "text that is in no session";
  writeFiles(outside, { "secret.txt": text, "folder/secret.txt": text });
  fs.mkdirSync(path.join(own, "tool-results"), { recursive: true });
  const other = log.replace(/[^/]+$/, "00000000-0000-4000-8000-000000000001.jsonl");
  const links = {
    [path.join(own, "tool-results/file.txt")]: "secret.txt",
    [path.join(own, "subagents")]: "folder",
    [path.join(own, "tool-results/gone.txt")]: "gone.txt",
    [path.join(home, ".claude/file-history", path.basename(own))]: "folder",
  };
  fs.mkdirSync(path.join(home, ".claude/file-history"), { recursive: true });
  for (const [link, target] of Object.entries(links))
    fs.symlinkSync(path.join(outside, target), link);
  // A log that is a link to a log: its session is not kept, and that is said.
  fs.copyFileSync(log, path.join(outside, "log.jsonl"));
  fs.symlinkSync(path.join(outside, "log.jsonl"), other);
  const kept = await keep();
  assert.deepEqual(
    kept.links.map((link) => link.path).sort(),
    [...Object.keys(links), other].sort(),
  );
  assert.deepEqual(
    kept.failed.map(({ id }) => id),
    [path.basename(other, ".jsonl")],
  );
  // A log that is a link is named by each run, the others when their session is looked at.
  assert.deepEqual((await keep()).links, [{ agent: "claude", path: other }]);
  const into = path.join(path.dirname(home), "into");
  fs.mkdirSync(into);
  await run("keep restore", { all: true, into });
  const restored = fs.readdirSync(into, { recursive: true, withFileTypes: true });
  const texts = restored
    .filter((each) => each.isFile())
    .map((each) => fs.readFileSync(path.join(each.parentPath, each.name), "utf8"));
  assert.ok(texts.length > 0 && texts.every((each) => !each.includes(text)));
  assert.equal((await run<{ ok: boolean }>("keep verify", { from: backup })).out.ok, true);
});

test("a project folder that is a link is read as its agent reads it, and restored as a folder", async () => {
  const { home, keep, list, run } = setUpKeeping(["claude"]);
  const [project = ""] = fs.globSync(path.join(home, ".claude/projects/*"));
  const elsewhere = path.join(path.dirname(home), "elsewhere");
  const files = agentFiles(home);
  fs.renameSync(project, elsewhere);
  fs.symlinkSync(elsewhere, project);
  const { added, failed } = await keep();
  assert.deepEqual([added > 0, failed], [true, []]);
  fs.rmSync(project);
  assert.equal((await keep()).gone.length, added);
  assert.equal((await list({ all: true })).length, added);
  const into = path.join(path.dirname(home), "into");
  fs.mkdirSync(into);
  await run("keep restore", { all: true, into });
  assert.ok(fs.lstatSync(path.join(into, path.relative(home, project))).isDirectory());
  assert.deepEqual(agentFiles(into), files);
});

/** A folder and everything in it. */
function allIn(folder: string): readonly string[] {
  const names = fs.readdirSync(folder, { recursive: true }).map(String);
  return [folder, ...names.map((name) => path.join(folder, name))];
}

test("the backup of another user is refused by name, and read where that one allows it", {
  skip: process.getuid?.() === 0 ? false : "it needs two users",
}, async () => {
  const { home, backup, keep, list, verify, run } = setUpKeeping(["claude"]);
  await keep();
  const count = (await list({ all: true })).length;
  assert.ok((await verify()).out.ok);
  const own = path.join(path.dirname(home), "own");
  fs.cpSync(home, own, { recursive: true });
  for (const file of allIn(own)) fs.chownSync(file, NOBODY, NOBODY);
  fs.chmodSync(path.dirname(home), 0o755);
  const context = { ...contextIn(own), agents: { home: own, env: {} } };
  const commands = [
    ["keep now", { to: backup }],
    ["keep verify", { from: backup }],
    ["keep list", { from: backup, all: true }],
    ["keep restore", { from: backup, all: true }],
  ] as const;
  const asNobody = async <Result>(work: () => Promise<Result>) => {
    process.seteuid?.(NOBODY);
    try {
      return await work();
    } finally {
      process.seteuid?.(0);
    }
  };
  await run("keep restore", { all: true, "dry-run": true });
  const before = picture(backup);
  for (const [name, input] of commands) {
    const code = await asNobody(() => codeOf(runOperation(context, name, input)));
    assert.equal(code, "E_IO", name);
  }
  for (const file of allIn(backup)) {
    fs.chmodSync(file, fs.statSync(file).isDirectory() ? 0o755 : 0o644);
  }
  const all = { from: backup, all: true };
  const { out } = await asNobody(() =>
    runOperation<{ sessions: unknown[] }>(context, "keep list", all),
  );
  assert.equal(out.sessions.length, count);
  const write = () => codeOf(runOperation(context, "keep now", { to: backup }));
  assert.equal(await asNobody(write), "E_IO");
  assert.deepEqual(Object.keys(picture(backup)), Object.keys(before));
});

test("a file of a backup that may not be read is reported as that, and not as damaged", {
  skip: process.getuid?.() === 0 ? false : "it needs two users",
}, async () => {
  const { home, backup, keep } = setUpKeeping(["claude"]);
  await keep();
  fs.chmodSync(path.dirname(home), 0o755);
  const own = path.join(path.dirname(home), "own");
  fs.mkdirSync(own);
  const context = { ...contextIn(own), agents: { home: own, env: {} } };
  const verify = async () => {
    process.seteuid?.(NOBODY);
    try {
      return (await runOperation<Checked>(context, "keep verify", { from: backup })).out;
    } finally {
      process.seteuid?.(0);
    }
  };
  for (const file of allIn(backup)) {
    fs.chmodSync(file, fs.statSync(file).isDirectory() ? 0o755 : 0o644);
  }
  for (const file of fs.globSync(path.join(backup, "{packs,runs/*}/*.{pack,zst}"))) {
    fs.chmodSync(file, 0);
    const { faults } = await verify();
    fs.chmodSync(file, 0o644);
    assert.ok(faults.some(({ where }) => where === path.relative(backup, file)));
    assert.deepEqual([...new Set(faults.map(({ code }) => code))], ["E_IO"]);
  }
  assert.equal((await verify()).ok, true);
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
