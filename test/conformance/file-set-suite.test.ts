import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { withDigestCache } from "../../src/base/digest-cache.ts";
import { type FileSet, filesBelow, memoryFiles, treeFiles } from "../../src/base/file-set.ts";
import { folderFiles } from "../../src/disk/folder.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { type Content, fileSetSuite } from "./file-set-suite.ts";

const scratch = makeScratch();
let folders = 0;

function onDisk(content: Content): FileSet {
  return folderFiles(writeFiles(path.join(scratch, `set-${++folders}`), content));
}

function inMemory(content: Content): FileSet {
  return memoryFiles(content);
}

function asTree(content: Content): FileSet {
  return treeFiles(new Map(Object.entries(content).map(([file, it]) => [file, Buffer.from(it)])));
}

function below(content: Content): FileSet {
  const inside = Object.entries(content).map(([file, it]) => [`top/${file}`, it] as const);
  const all = Object.fromEntries([...inside, ["outside", "x"], ["top-not", "x"]]);
  return filesBelow(memoryFiles(all), "top");
}

const implementations: Readonly<Record<string, (content: Content) => FileSet>> = {
  memoryFiles: inMemory,
  treeFiles: asTree,
  folderFiles: onDisk,
  filesBelow: below,
  "filesBelow over folderFiles": (content) =>
    filesBelow(folderFiles(path.dirname(placed(content))), "top"),
  "withDigestCache over memoryFiles": (content) => withDigestCache(inMemory(content)),
  "withDigestCache over folderFiles": (content) => withDigestCache(onDisk(content)),
};

function placed(content: Content): string {
  const top = path.join(scratch, `below-${++folders}`, "top");
  writeFiles(path.dirname(top), { outside: "x" });
  return writeFiles(top, content);
}

for (const [name, createSet] of Object.entries(implementations)) {
  suite(name, () => {
    for (const check of fileSetSuite) test(check.name, () => check.run(createSet));
  });
}

test("folderFiles() follows no link and opens no pipe", async () => {
  const folder = writeFiles(path.join(scratch, "strange"), { "real/file": "1" });
  fs.writeFileSync(path.join(scratch, "secret"), "outside");
  fs.symlinkSync("../secret", path.join(folder, "link"));
  fs.symlinkSync("..", path.join(folder, "up"));
  fs.symlinkSync("nowhere", path.join(folder, "broken"));
  execFileSync("mkfifo", [path.join(folder, "pipe")]);
  const files = folderFiles(folder);
  const kinds = (await Array.fromAsync(files.entries())).map(({ path, kind }) => [path, kind]);
  assert.deepEqual(kinds, [
    ["broken", "link"],
    ["link", "link"],
    ["pipe", "other"],
    ["real", "folder"],
    ["real/file", "file"],
    ["up", "link"],
  ]);
  assert.equal((await files.get("link"))?.target, "../secret");
  for (const outside of ["up/secret", "link/x", "pipe/x", "real/file/x"]) {
    assert.equal(await files.get(outside), null, outside);
  }
});
