import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "../../test/support/property.ts";
import { HoldallError } from "../base/errors.ts";
import { memoryFiles } from "../base/file-set.ts";
import { limitsByFormat, widestLimits } from "../formats/limits.ts";
import { hostileArchives } from "../testing/hostile/archives.ts";
import { folderFiles } from "./folder.ts";
import { packFolder } from "./pack.ts";
import { unpackArchive } from "./unpack.ts";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));
let count = 0;

/** An empty folder with a sentinel beside it, so that an escape shows. */
function createFolder(): string {
  const folder = path.join(scratch, `room-${count++}`);
  fs.mkdirSync(folder);
  return folder;
}

function archiveOf(bytes: Uint8Array): string {
  const file = path.join(scratch, `archive-${count++}.tar.gz`);
  fs.writeFileSync(file, bytes);
  return file;
}

async function listing(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const entry of folderFiles(folder).entries()) {
    const content = entry.kind === "file" ? (await entry.digest()).sha256 : "";
    found[entry.path] = `${entry.kind} ${(entry.mode & 0o7777).toString(8)} ${content}`;
  }
  return found;
}

for (const { name, verdict, codes, bytes } of hostileArchives) {
  test(`unpackArchive() gives ${name} the verdict "${verdict}" and leaves nothing outside`, async () => {
    const folder = createFolder();
    const file = archiveOf(bytes());
    const before = fs.readdirSync(scratch);
    const unpacking = unpackArchive(file, path.join(folder, "out"), widestLimits);
    if (verdict === "refused") {
      const error = await unpacking.then(
        () => null,
        (thrown) => thrown,
      );
      assert.ok(codes.includes(error?.code), String(error?.code));
      assert.deepEqual(fs.readdirSync(folder), []);
    } else {
      await unpacking;
      assert.deepEqual(Object.keys(await listing(folder)), ["out", "out/b", "out/b/sh"]);
      assert.equal(
        fs.statSync(path.join(folder, "out/b/sh")).mode & 0o7777,
        0o755 & ~process.umask(),
      );
    }
    assert.deepEqual(fs.readdirSync(scratch), before);
  });
}

test("unpackArchive() gives back the folder that packFolder() was given", async () => {
  const folder = createFolder();
  const source = path.join(folder, "source");
  fs.mkdirSync(path.join(source, "deep/er"), { recursive: true });
  fs.mkdirSync(path.join(source, "empty"));
  for (const name of ["-rf", "at:colon", "new\nline", "größe", "n".repeat(255), "deep/er/x"]) {
    fs.writeFileSync(path.join(source, name), `content of ${name}`);
  }
  fs.writeFileSync(path.join(source, "run.sh"), "#!/bin/sh\n");
  fs.chmodSync(path.join(source, "run.sh"), 0o755);
  fs.chmodSync(source, 0o755);
  const file = path.join(folder, "a.tar.gz");
  const packed = await packFolder(folderFiles(source), "top", file);
  const unpacked = await unpackArchive(file, path.join(folder, "out"), widestLimits);
  assert.equal(packed.files, 7);
  assert.deepEqual([unpacked.files, unpacked.topFolder], [8, "top"]);
  const { SHA256SUMS, ...rest } = await listing(path.join(folder, "out/top"));
  assert.ok(SHA256SUMS);
  assert.deepEqual(rest, await listing(source));
});

test("unpackArchive() names the top folder only when there is one", async () => {
  const folder = createFolder();
  const file = path.join(folder, "a.tar.gz");
  await packFolder(memoryFiles({ a: "x", "b/c": "y" }), "top", file);
  const tar = gunzipSync(fs.readFileSync(file));
  assert.equal(
    (await unpackArchive(file, path.join(folder, "one"), widestLimits)).topFolder,
    "top",
  );
  // Renames the first member to be beside the others.
  tar.fill(0, 0, 100);
  tar.write("single", 0);
  tar.write("        ", 148);
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const two = archiveOf(gzipSync(tar));
  assert.equal((await unpackArchive(two, path.join(folder, "two"), widestLimits)).topFolder, null);
});

test("unpackArchive() refuses an existing target and leaves it as it is", async () => {
  const folder = createFolder();
  const file = path.join(folder, "a.tar.gz");
  await packFolder(memoryFiles({ a: "x" }), "top", file);
  fs.writeFileSync(path.join(folder, "out"), "mine");
  const unpacking = unpackArchive(file, path.join(folder, "out"), widestLimits);
  await assert.rejects(unpacking, { code: "E_EXISTS" });
  assert.equal(fs.readFileSync(path.join(folder, "out"), "utf8"), "mine");
});

test("unpackArchive() says what is wrong with an archive that is absent, a folder or a pipe", async () => {
  const folder = createFolder();
  const out = path.join(folder, "out");
  await assert.rejects(unpackArchive(path.join(folder, "no"), out, widestLimits), {
    code: "E_NOT_FOUND",
  });
  await assert.rejects(unpackArchive(folder, out, widestLimits), { code: "E_LINK" });
  const pipe = path.join(folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  if (fs.existsSync(pipe)) {
    await assert.rejects(unpackArchive(pipe, out, widestLimits), { code: "E_LINK" });
  }
  assert.equal(fs.existsSync(out), false);
});

test("unpackArchive() keeps the folder to its user until all is checked, then follows the umask", async () => {
  const folder = createFolder();
  const file = path.join(folder, "a.tar.gz");
  await packFolder(memoryFiles({ a: "x", b: "y" }), "top", file);
  const modes: number[] = [];
  const out = path.join(folder, "out");
  const onProgress = () => modes.push(fs.statSync(out).mode & 0o777);
  await unpackArchive(file, out, widestLimits, { onProgress });
  assert.deepEqual(new Set(modes), new Set([0o700]));
  assert.equal(fs.statSync(out).mode & 0o777, 0o755 & ~process.umask());
});

test("unpackArchive() leaves nothing behind wherever an archive is cut off or damaged", async () => {
  const folder = createFolder();
  const file = path.join(folder, "a.tar.gz");
  await packFolder(memoryFiles({ a: "x".repeat(3000), "b/c": "y", z: "z" }), "top", file);
  const full = fs.readFileSync(file);
  const out = path.join(folder, "out");
  const change = fc.tuple(fc.nat({ max: full.length - 1 }), fc.nat({ max: 255 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(change, async ([at, byte, isCut]) => {
      const bytes = Buffer.from(isCut ? full.subarray(0, at) : full);
      if (!isCut) bytes[at] = byte;
      fs.writeFileSync(file, bytes);
      const error = await unpackArchive(file, out, widestLimits).catch((thrown) => thrown);
      if (error instanceof Error) {
        assert.ok(error instanceof HoldallError, String(error.stack));
        assert.equal(fs.existsSync(out), false);
      }
      fs.rmSync(out, { recursive: true, force: true });
    }),
    { numRuns: 150 },
  );
});

test("unpackArchive() holds the limits of a format", async () => {
  const folder = createFolder();
  const file = path.join(folder, "a.tar.gz");
  const files = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, "x"]));
  await packFolder(memoryFiles(files), "top", file);
  const limits = limitsByFormat.ocf;
  const refused = { ...limits, members: 50 };
  await assert.rejects(unpackArchive(file, path.join(folder, "out"), refused), { code: "E_LIMIT" });
  const little = { ...limits, unpackedBytes: 100 };
  await assert.rejects(unpackArchive(file, path.join(folder, "out"), little), { code: "E_LIMIT" });
  await unpackArchive(file, path.join(folder, "out"), { ...limits, members: 51 });
});
