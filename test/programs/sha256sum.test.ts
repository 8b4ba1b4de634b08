import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { createFindings } from "../../src/base/findings.ts";
import { computeSums } from "../../src/bundles/sums.ts";
import { checkSums } from "../../src/bundles/sums-check.ts";
import { folderFiles } from "../../src/disk/folder.ts";
import { widestLimits } from "../../src/formats/limits.ts";

const installed = spawnSync("sha256sum", ["--version"]).error === undefined;
const skip = installed ? false : "not run: sha256sum is not installed";
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

const names = ["plain", "-dash", "*star", " space", "new\nline", "größe", "日本", "#hash"];
/** Names that sums can list, but no bundle may have. */
const refused = ["cr\r", "back\\slash", "\\n", "both\\\n"];

function folderOf(list: readonly string[]): string {
  const folder = fs.mkdtempSync(path.join(scratch, "files-"));
  fs.mkdirSync(path.join(folder, "sub"));
  for (const name of list) {
    fs.writeFileSync(path.join(folder, name), `content of ${name}`);
    fs.writeFileSync(path.join(folder, "sub", name), name);
  }
  return folder;
}

function sha256sum(folder: string, ...args: readonly string[]) {
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  return spawnSync("sha256sum", args, { cwd: folder, encoding: "utf8", env });
}

async function codesOf(folder: string): Promise<readonly string[]> {
  const findings = createFindings("strict");
  await checkSums(folderFiles(folder), findings, widestLimits);
  return findings.list().map(({ code }) => code);
}

test("sha256sum -c accepts what computeSums() wrote", { skip }, async () => {
  const folder = folderOf([...names, ...refused]);
  fs.writeFileSync(path.join(folder, "SHA256SUMS"), await computeSums(folderFiles(folder)));
  const { status, stdout } = sha256sum(folder, "--strict", "-c", "SHA256SUMS");
  assert.equal(status, 0, stdout);
});

test("computeSums() writes exactly the lines of sha256sum", { skip }, async () => {
  const folder = folderOf([...names, ...refused]);
  const list: string[] = [];
  for await (const { path: name, kind } of folderFiles(folder).entries()) {
    if (kind === "file") list.push(name);
  }
  const { stdout } = sha256sum(folder, "--", ...list);
  assert.equal(await computeSums(folderFiles(folder)), stdout);
});

for (const marker of ["--text", "--binary"]) {
  test(`checkSums() refuses a carriage return in a name of sha256sum ${marker}`, {
    skip,
  }, async () => {
    const folder = folderOf(["cr\r"]);
    const { stdout } = sha256sum(folder, marker, "--", "cr\r", "sub/cr\r");
    fs.writeFileSync(path.join(folder, "SHA256SUMS"), stdout);
    assert.deepEqual([...new Set(await codesOf(folder))], ["E_PATH"]);
  });

  test(`checkSums() accepts the output of sha256sum ${marker}`, { skip }, async () => {
    const folder = folderOf(names);
    const list = names.flatMap((name) => [`./sub/${name}`, name]);
    const { stdout } = sha256sum(folder, marker, "--", ...list);
    fs.writeFileSync(path.join(folder, "SHA256SUMS"), stdout);
    assert.deepEqual(await codesOf(folder), []);
  });
}

test("sha256sum -c and checkSums() both see a flipped byte", { skip }, async () => {
  const folder = folderOf(names);
  fs.writeFileSync(path.join(folder, "SHA256SUMS"), await computeSums(folderFiles(folder)));
  fs.writeFileSync(path.join(folder, "sub/größe"), "Größe");
  assert.equal(sha256sum(folder, "-c", "SHA256SUMS").status, 1);
  assert.deepEqual(await codesOf(folder), ["E_SUMS"]);
});

test("checkSums() refuses a name with a backslash, which not every system can hold", {
  skip,
}, async () => {
  const folder = folderOf(["back\\slash"]);
  fs.writeFileSync(path.join(folder, "SHA256SUMS"), await computeSums(folderFiles(folder)));
  assert.deepEqual(await codesOf(folder), ["E_PATH", "E_PATH"]);
});
