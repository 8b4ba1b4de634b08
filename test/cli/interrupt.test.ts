import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { rawTar } from "../../src/testing/hostile/raw-tar.ts";
import { holdall, holdallJson, launcher, startHoldall } from "../support/program.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { ocf } from "../support/state-bundles.ts";

const GiB = 2 ** 30;
/** Long work on a machine that may be busy: none of these finishes before it is interrupted. */
const LONG = 8 * GiB;

const scratch = makeScratch();
const temporary = fs.mkdtempSync(path.join(scratch, "tmp-"));
const env = { TMPDIR: temporary };
let count = 0;

function freshFolder(): string {
  const folder = path.join(scratch, String(++count));
  fs.mkdirSync(folder);
  return folder;
}

/** A bundle with a file that is long to read and takes no room on the disk. */
function longBundle(folder: string): string {
  const bundle = writeFiles(path.join(folder, "bundle"), ocf);
  fs.truncateSync(touch(path.join(bundle, "large.bin")), LONG);
  return bundle;
}

/** Half a second of the processor, in the unit of Linux; a start takes a quarter of it. */
const STARTED_TICKS = 50;

function touch(file: string): string {
  fs.writeFileSync(file, "");
  return file;
}

/** An archive that is long to unpack: one compressed piece of zeros, many times. */
function longArchive(file: string): string {
  const pieces = 256;
  const zeros = Buffer.alloc(32 * 2 ** 20);
  const tar = Buffer.from(rawTar([{ name: "b/large.bin" }]));
  const header = tar.subarray(0, 512);
  header.write((pieces * zeros.length).toString(8).padStart(11, "0"), 124);
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const piece = gzipSync(zeros, { level: 1 });
  const output = fs.openSync(file, "w");
  fs.writeSync(output, gzipSync(header));
  for (let left = pieces; left > 0; left--) fs.writeSync(output, piece);
  fs.writeSync(output, gzipSync(Buffer.alloc(1024)));
  fs.closeSync(output);
  return file;
}

/** Waits until a program has computed for longer than its start takes, however slow the machine is. */
async function underWay(child: ChildProcess): Promise<void> {
  const stat = `/proc/${child.pid}/stat`;
  if (!fs.existsSync(stat)) return wait(700); // Other systems do not show it.
  const ticks = () => {
    const fields = fs
      .readFileSync(stat, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return Number(fields[11]) + Number(fields[12]);
  };
  while (child.exitCode === null && ticks() < STARTED_TICKS) await wait(10);
}

/** Starts a command, sends it a signal in the middle of its work, and returns how it ended. */
async function interrupted(args: readonly string[], cwd: string, signal: NodeJS.Signals) {
  const child = startHoldall(args, { cwd, env });
  const ended = once(child, "exit");
  await underWay(child);
  assert.equal(child.exitCode, null, `${args[0]} was done before it could be interrupted`);
  child.kill(signal);
  const [code] = await ended;
  return code;
}

/** What a command leaves: nothing beside what was there, and no temporary folder. */
async function leavesNothing(args: readonly string[], cwd: string, signal: NodeJS.Signals) {
  const before = fs.readdirSync(cwd).sort();
  assert.equal(await interrupted(args, cwd, signal), 130, args[0]);
  assert.deepEqual(fs.readdirSync(cwd).sort(), before);
  assert.deepEqual(fs.readdirSync(temporary), []);
}

test("Ctrl-C in the middle of reading or packing ends the command and leaves nothing", async () => {
  const cwd = freshFolder();
  const bundle = longBundle(cwd);
  await leavesNothing(["pack", "bundle", "--out", "out.tar.gz"], cwd, "SIGINT");
  await leavesNothing(
    ["convert", "bundle", "--to", "working-context", "--out", "wc"],
    cwd,
    "SIGINT",
  );
  await leavesNothing(["diff", "bundle", "bundle"], cwd, "SIGTERM");
  await leavesNothing(["pack", "bundle", "--out", "out.tar.gz"], cwd, "SIGHUP");
  fs.writeFileSync(path.join(bundle, "SHA256SUMS"), `${"0".repeat(64)}  large.bin\n`);
  await leavesNothing(["verify", "bundle"], cwd, "SIGINT");
});

test("Ctrl-C in the middle of unpacking leaves nothing, and the old bundle as it was", async () => {
  const cwd = freshFolder();
  longArchive(path.join(cwd, "long.tar.gz"));
  const limits = ["--limit", "ratio=100000"];
  await leavesNothing(["unpack", "long.tar.gz", "--out", "out", ...limits], cwd, "SIGINT");
  await leavesNothing(["verify", "long.tar.gz", ...limits], cwd, "SIGINT");
  const old = writeFiles(path.join(cwd, "old"), ocf);
  await leavesNothing(
    ["unpack", "long.tar.gz", "--out", "old", "--force", ...limits],
    cwd,
    "SIGINT",
  );
  assert.equal(fs.readFileSync(path.join(old, "manifest.json"), "utf8"), ocf["manifest.json"]);
});

test("kill -9 in the middle of replacing an archive leaves the old one as it was", async () => {
  const cwd = freshFolder();
  const bundle = writeFiles(path.join(cwd, "bundle"), ocf);
  assert.equal(holdall(["pack", "bundle", "--out", "out.tar.gz"], { cwd }).code, 0);
  const old = fs.readFileSync(path.join(cwd, "out.tar.gz"));
  fs.truncateSync(touch(path.join(bundle, "large.bin")), LONG);
  await interrupted(["pack", "bundle", "--out", "out.tar.gz", "--force"], cwd, "SIGKILL");
  assert.ok(fs.readFileSync(path.join(cwd, "out.tar.gz")).equals(old));
  assert.equal(holdall(["verify", "out.tar.gz"], { cwd }).code, 0);
  // Nobody can clean up after such an end.
  for (const left of fs.readdirSync(temporary))
    fs.rmSync(path.join(temporary, left), { recursive: true });
});

/** Runs a command that may write no file of more than 512 KiB, as if the disk were full. */
function onFullDisk(args: readonly string[], cwd: string) {
  const quoted = [process.execPath, launcher, ...args, "--json"].map((arg) => `'${arg}'`);
  const script = `trap '' XFSZ; ulimit -f 512; exec ${quoted.join(" ")}`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, stderr, error: JSON.parse(stdout).error };
}

test("a full disk is E_IO with exit 4, nothing is left behind and the old bundle stays", async () => {
  const cwd = freshFolder();
  const bundle = writeFiles(path.join(cwd, "bundle"), ocf);
  for (const out of ["old.tar.gz", "small.tar.gz"]) {
    assert.equal(holdall(["pack", "bundle", "--out", out], { cwd }).code, 0);
  }
  const noise = Buffer.alloc(2 ** 20).map(() => Math.floor(Math.random() * 256));
  fs.writeFileSync(path.join(bundle, "large.bin"), noise);
  assert.equal(holdall(["pack", "bundle", "--out", "large.tar.gz"], { cwd }).code, 0);
  writeFiles(path.join(cwd, "folder"), ocf);
  const old = fs.readFileSync(path.join(cwd, "old.tar.gz"));
  const before = fs.readdirSync(cwd).sort();
  for (const args of [
    ["pack", "bundle", "--out", "new.tar.gz"],
    ["pack", "bundle", "--out", "old.tar.gz", "--force"],
    ["convert", "bundle", "--to", "working-context", "--out", "new"],
    ["convert", "bundle", "--to", "working-context", "--out", "old.tar.gz", "--force"],
    ["convert", "bundle", "--to", "working-context", "--out", "folder", "--force"],
    ["unpack", "large.tar.gz", "--out", "new"],
    ["unpack", "large.tar.gz", "--out", "folder", "--force"],
    ["verify", "large.tar.gz"],
  ]) {
    const { status, error, stderr } = onFullDisk(args, cwd);
    assert.deepEqual([status, error?.code], [4, "E_IO"], `${args.join(" ")}: ${stderr}`);
    assert.doesNotMatch(error.message, /\.holdall-/, args.join(" "));
    assert.deepEqual(fs.readdirSync(cwd).sort(), before, args.join(" "));
    assert.deepEqual(fs.readdirSync(temporary), []);
  }
  assert.ok(fs.readFileSync(path.join(cwd, "old.tar.gz")).equals(old));
  assert.equal(holdall(["verify", "folder"], { cwd }).code, 0);
});

test("two packs and two conversions that replace the same bundle at once leave a sound one", async () => {
  const cwd = freshFolder();
  writeFiles(path.join(cwd, "bundle"), ocf);
  holdall(["pack", "bundle", "--out", "out.tar.gz"], { cwd });
  writeFiles(path.join(cwd, "out"), ocf);
  const before = fs.readdirSync(cwd).sort();
  const commands = [
    ["pack", "bundle", "--out", "out.tar.gz", "--force"],
    ["unpack", "out.tar.gz", "--out", "out", "--force"],
  ];
  const runs = [...commands, ...commands, ...commands].map(async (args) => {
    const [code] = await once(startHoldall(args, { cwd, env }), "exit");
    return [args[0], code];
  });
  for (const [verb, code] of await Promise.all(runs)) assert.equal(code, 0, verb);
  assert.deepEqual(fs.readdirSync(cwd).sort(), before);
  for (const out of ["out.tar.gz", "out"])
    assert.equal(holdallJson(["verify", out], { cwd }).json.ok, true);
});
