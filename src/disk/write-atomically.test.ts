import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import { cleanUpAbandoned } from "./abandoned.ts";
import { requirePath } from "./require-file.ts";
import { createReplacedName, createTemporaryName, parseTemporaryName } from "./temporary-name.ts";
import { existsOrRecovers, writeAtomically } from "./write-atomically.ts";

const scratch = makeScratch();

function folderWith(folder: string, content: string): string {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "content"), content);
  return folder;
}

function contentOf(folder: string): string {
  return fs.readFileSync(path.join(folder, "content"), "utf8");
}

/** Replaces a folder in a process that is killed with SIGKILL after so many renames. */
function replaceAndKill(target: string, renames: number): void {
  const module = JSON.stringify(path.join(import.meta.dirname, "write-atomically.ts"));
  const script = `
    import fs from "node:fs";
    import { writeAtomically } from ${module};
    const rename = fs.renameSync;
    let left = ${renames};
    fs.renameSync = (from, to) => {
      if (left-- === 0) process.kill(process.pid, "SIGKILL");
      rename(from, to);
      if (left === 0) process.kill(process.pid, "SIGKILL");
    };
    const build = (temporary) => {
      fs.mkdirSync(temporary);
      fs.writeFileSync(temporary + "/content", "new");
    };
    await writeAtomically(${JSON.stringify(target)}, build, { replace: true });`;
  const { signal } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script]);
  assert.equal(signal, "SIGKILL");
}

for (const [renames, expected] of [
  [0, "old"],
  [1, "old"],
  [2, "new"],
] as const) {
  test(`writeAtomically() leaves the ${expected} folder when it is killed after ${renames} renames`, () => {
    const parent = path.join(scratch, `killed-${renames}`);
    const target = folderWith(path.join(parent, "bundle"), "old");
    replaceAndKill(target, renames);
    assert.ok(requirePath({ absolute: target, typed: "bundle", doing: "read" }).isDirectory());
    assert.equal(contentOf(target), expected);
    cleanUpAbandoned(parent);
    assert.deepEqual(fs.readdirSync(parent), ["bundle"]);
  });
}

test("existsOrRecovers() moves back a folder with a name too long for a label", () => {
  const parent = path.join(scratch, "long");
  const name = "n".repeat(240);
  const target = folderWith(path.join(parent, name), "old");
  replaceAndKill(target, 1);
  assert.equal(fs.existsSync(target), false);
  assert.equal(existsOrRecovers(target), true);
  assert.equal(contentOf(target), "old");
});

test("writeAtomically() sweeps what a killed process left beside its target, and nothing else", async () => {
  const parent = path.join(scratch, "sweep");
  fs.mkdirSync(parent);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const dead = (name: string) => name.replace(`-${process.pid}-`, `-${pid}-`);
  const ours = createTemporaryName("other");
  const foreign = createTemporaryName("other").replace(/holdall-[0-9a-f]{8}/, "holdall-00000000");
  const abandoned = [createTemporaryName("other"), createTemporaryName(null)].map(dead);
  for (const name of [ours, foreign, ...abandoned]) folderWith(path.join(parent, name), "");
  fs.writeFileSync(path.join(parent, ".notes.holdall-mine"), "");
  await writeAtomically(path.join(parent, "target"), (file) => fs.writeFileSync(file, ""));
  const expected = [".notes.holdall-mine", ours, foreign, "target"].sort();
  assert.deepEqual(fs.readdirSync(parent).sort(), expected);
});

test("writeAtomically() moves nothing to a name that programs obey", async () => {
  const parent = path.join(scratch, "planted");
  fs.mkdirSync(parent);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const dead = (target: string) =>
    createReplacedName(target).replace(`-${process.pid}-`, `-${pid}-`);
  const planted = [".git", ".GIT", ".claude", ".mcp.json"].map(dead);
  for (const name of [...planted, dead("kit")]) folderWith(path.join(parent, name), "x");
  await writeAtomically(path.join(parent, "target"), (file) => fs.writeFileSync(file, ""));
  assert.deepEqual(fs.readdirSync(parent).sort(), [...planted, "kit", "target"].sort());
});

test("parseTemporaryName() reads back what createTemporaryName() wrote", () => {
  const { pid } = process;
  const parsed = (label: string | null, isReplaced = false) => ({
    label,
    isReplaced,
    isLocal: true,
    pid,
  });
  assert.deepEqual(parseTemporaryName(createTemporaryName("a.b")), parsed("a.b"));
  assert.deepEqual(parseTemporaryName(createTemporaryName(null)), parsed(null));
  assert.deepEqual(parseTemporaryName(createReplacedName(".x")), parsed(".x", true));
  for (const name of ["holdall", ".holdall", ".a.holdall-x", "holdall-00000000-1-00"]) {
    assert.equal(parseTemporaryName(name), null);
  }
});

test("writeAtomically() names the file that could not be read, not the target", async () => {
  const folder = makeScratch();
  const source = path.join(folder, "gone.txt");
  const write = writeAtomically(path.join(folder, "target"), (temporary) =>
    fs.writeFileSync(temporary, fs.readFileSync(source)),
  );
  await assert.rejects(write, { code: "E_NOT_FOUND", message: /^Cannot read ".*gone\.txt": / });
  assert.deepEqual(fs.readdirSync(folder), []);
});
