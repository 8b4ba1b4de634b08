import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { headersOf } from "../../src/bundles/tar/write.ts";
import { folderFiles } from "../../src/disk/folder.ts";
import { packFolder } from "../../src/disk/pack.ts";
import { unpackArchive } from "../../src/disk/unpack.ts";
import { widestLimits } from "../../src/formats/limits.ts";

const installed = spawnSync("tar", ["--version"]).error === undefined;
const skip = installed ? false : "not run: tar is not installed";
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));
let count = 0;

const names = [
  "plain",
  "-dash",
  "at:colon",
  "new\nline",
  "größe/mañana",
  "日本語",
  "n".repeat(255),
  `${"d".repeat(150)}/${"e".repeat(90)}`,
  `${"long/".repeat(60)}file`,
  `${"ü".repeat(100)}/x`,
];

function source(list: readonly string[] = names): string {
  const folder = path.join(scratch, `source-${count++}`);
  for (const name of list) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), `content of ${name}`);
  }
  fs.mkdirSync(path.join(folder, "empty"));
  fs.chmodSync(path.join(folder, "plain"), 0o755);
  return folder;
}

async function contents(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const entry of folderFiles(folder).entries()) {
    const digest = entry.kind === "file" ? (await entry.digest()).sha256 : "";
    found.push(`${entry.path} ${entry.kind} ${entry.mode & 0o111 ? "x" : "-"} ${digest}`);
  }
  return found;
}

function tar(...args: readonly string[]): string {
  const env = { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC" };
  const result = spawnSync("tar", args, { encoding: "utf8", env });
  assert.equal(result.status, 0, result.stderr);
  assert.equal(result.stderr, "");
  return result.stdout;
}

test("tar unpacks what packFolder() packed", { skip }, async () => {
  const folder = source();
  const archive = path.join(scratch, "ours.tar.gz");
  await packFolder(folderFiles(folder), "top", archive);
  const out = path.join(scratch, `out-${count++}`);
  fs.mkdirSync(out);
  tar("-xzf", archive, "-C", out);
  fs.rmSync(path.join(out, "top/SHA256SUMS"));
  assert.deepEqual(await contents(path.join(out, "top")), await contents(folder));
});

test("tar lists packFolder()'s members with no owner, no time and two modes", {
  skip,
}, async () => {
  const archive = path.join(scratch, "listed.tar.gz");
  await packFolder(folderFiles(source()), "-top: x", archive);
  const lines = tar("-tzvf", archive, "--full-time").trimEnd().split("\n");
  assert.equal(lines.length, names.length + 2);
  for (const line of lines) {
    assert.match(
      line,
      /^(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x) 0\/0 +\d+ 1970-01-01 00:00:00 -top: x\//,
    );
  }
});

test("tar reads the size of a file over 8 GiB from headersOf()", { skip }, () => {
  const size = 9 * 1024 ** 3;
  const headers = headersOf({ path: "large", kind: "file", mode: 0o644, size });
  const input = Buffer.concat(headers);
  const { stdout } = spawnSync("tar", ["-tvf", "-"], { input, encoding: "utf8" });
  assert.match(stdout, new RegExp(` ${size} .* large`));
});

for (const format of ["ustar", "pax", "gnu"]) {
  test(`unpackArchive() unpacks what tar --format=${format} packed`, { skip }, async () => {
    // ustar has no room for the longer names.
    const fitting = names.filter((name) => format !== "ustar" || Buffer.byteLength(name) < 100);
    const folder = source(fitting);
    const archive = path.join(scratch, `${format}.tar.gz`);
    tar(`--format=${format}`, "-czf", archive, "-C", folder, ".");
    const out = path.join(scratch, `out-${count++}`);
    await unpackArchive(archive, out, widestLimits);
    assert.deepEqual(await contents(out), await contents(folder));
  });
}
