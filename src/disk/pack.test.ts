import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { memoryFiles } from "../base/file-set.ts";
import { sha256 } from "../base/hash.ts";
import { folderFiles } from "./folder.ts";
import { packFolder } from "./pack.ts";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));
let count = 0;

const contents: Readonly<Record<string, string>> = {
  "b/deep/x": "one",
  "b-c": "two",
  a: "three",
  "ü/ö": "four",
  [`${"l".repeat(90)}/${"m".repeat(90)}/${"n".repeat(90)}`]: "five",
};

/** Writes the sample files in an order, with a time and an umask. */
function build(names: readonly string[], seconds: number, umask: number): string {
  const folder = path.join(scratch, `source-${count++}`);
  const before = process.umask(umask);
  for (const name of names) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, contents[name] ?? "");
    fs.utimesSync(file, seconds, seconds);
  }
  fs.mkdirSync(path.join(folder, "empty"));
  process.umask(before);
  return folder;
}

async function packed(source: string): Promise<string> {
  const file = path.join(scratch, `archive-${count++}.tar.gz`);
  await packFolder(folderFiles(source), "top", file);
  return sha256(fs.readFileSync(file));
}

test("packFolder() gives the same bytes whatever times, order, umask and place the files have", async () => {
  const names = Object.keys(contents);
  const first = await packed(build(names, 1_000, 0o022));
  const second = await packed(build(names.toReversed(), 1_700_000_000, 0o077));
  assert.equal(first, second);
});

test("packFolder() gives other bytes when content, a name or the executable bit differs", async () => {
  const names = Object.keys(contents);
  const change = async (alter: (folder: string) => void) => {
    const folder = build(names, 1_000, 0o022);
    alter(folder);
    return packed(folder);
  };
  const digests = await Promise.all([
    change(() => undefined),
    change((folder) => fs.writeFileSync(path.join(folder, "a"), "Three")),
    change((folder) => fs.renameSync(path.join(folder, "a"), path.join(folder, "c"))),
    change((folder) => fs.chmodSync(path.join(folder, "a"), 0o755)),
    change((folder) => fs.rmdirSync(path.join(folder, "empty"))),
  ]);
  assert.equal(new Set(digests).size, digests.length);
});

test("packFolder() says how much it packed", async () => {
  const file = path.join(scratch, "counted.tar.gz");
  const seen: string[] = [];
  const result = await packFolder(memoryFiles({ a: "123", b: "45" }), "top", file, {
    onFile: (each) => seen.push(each.path),
  });
  assert.deepEqual(result, { files: 2, blobs: 0, bytes: 5, packedBytes: fs.statSync(file).size });
  assert.deepEqual(seen, ["a", "b", "SHA256SUMS"]);
});

test("packFolder() leaves nothing behind when it refuses", async () => {
  const file = path.join(scratch, "refused.tar.gz");
  const bad = { a: "x", SHA256SUMS: `${sha256("y")}  a\n` };
  await assert.rejects(packFolder(memoryFiles(bad), "top", file), { code: "E_SUMS" });
  await assert.rejects(packFolder(memoryFiles({ a: "x" }), "..", file), { code: "E_PATH" });
  const workspace = memoryFiles({ "a/.holdall/store.db": "x" });
  await assert.rejects(packFolder(workspace, "top", file), { code: "E_PROTECTED" });
  assert.equal(fs.existsSync(file), false);
});

test("packFolder() refuses a link and a pipe by name, and opens neither", async () => {
  const file = path.join(scratch, "refused.tar.gz");
  const folder = build(["a"], 1_000, 0o022);
  fs.symlinkSync("/etc/hostname", path.join(folder, "link"));
  await assert.rejects(packFolder(folderFiles(folder), "top", file), { code: "E_LINK" });
  fs.rmSync(path.join(folder, "link"));
  spawnSync("mkfifo", [path.join(folder, "pipe")]);
  if (fs.existsSync(path.join(folder, "pipe"))) {
    await assert.rejects(packFolder(folderFiles(folder), "top", file), { code: "E_LINK" });
  }
  assert.equal(fs.existsSync(file), false);
});

test("packFolder() refuses a name that is not UTF-8", async () => {
  const folder = build(["a"], 1_000, 0o022);
  const name = Buffer.concat([Buffer.from(`${folder}/`), Uint8Array.of(0x62, 0xff)]);
  try {
    fs.writeFileSync(name, "x");
  } catch {
    return; // Some file systems take only UTF-8.
  }
  const file = path.join(scratch, "refused.tar.gz");
  await assert.rejects(packFolder(folderFiles(folder), "top", file), { code: "E_PATH" });
  assert.equal(fs.existsSync(file), false);
});

test("packFolder() never writes over a file", async () => {
  const file = path.join(scratch, "mine");
  fs.writeFileSync(file, "mine");
  await assert.rejects(packFolder(memoryFiles({ a: "x" }), "top", file), { code: "E_EXISTS" });
  assert.equal(fs.readFileSync(file, "utf8"), "mine");
});
