import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";

const MiB = 1024 * 1024;
/**
 * Node itself takes 50 MiB; what is added must not depend on the size of a file or the number of
 * files.
 */
const MAX_BYTES = 180 * MiB;

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));
const source = new URL("../../src/", import.meta.url).href;

/**
 * A heap in which a script that keeps what it has read runs out of memory. Without it the figure would
 * depend on how much garbage V8 lets lie.
 */
const SMALL_HEAP = ["--max-old-space-size=64", "--max-semi-space-size=4"];

/** Runs a script in its own process and returns the most memory it used. */
function peakOf(script: string, ...args: readonly string[]): number {
  const imports = `
    import { randomBytes } from "node:crypto";
    import { memoryEntry } from "${source}base/file-set.ts";
    import { createQuota } from "${source}bundles/tar/quota.ts";
    import { readTar } from "${source}bundles/tar/read.ts";
    import { headersOf } from "${source}bundles/tar/write.ts";
    import { packFolder } from "${source}disk/pack.ts";
    import { unpackArchive } from "${source}disk/unpack.ts";
    import { widestLimits } from "${source}formats/limits.ts";
    const [first, second] = process.argv.slice(1);
  `;
  const report = "process.stdout.write(String(process.resourceUsage().maxRSS * 1024));";
  const code = `${imports}${script}\n${report}`;
  const argv = [...SMALL_HEAP, "--input-type=module", "-e", code, ...args];
  const result = spawnSync(process.execPath, argv, { encoding: "utf8" });
  assert.equal(result.status, 0, result.stderr);
  return Number(result.stdout);
}

test("packFolder() and unpackArchive() do not hold a large file", () => {
  const archive = path.join(scratch, "large.tar.gz");
  const packing = peakOf(
    `
    const chunk = Buffer.alloc(${MiB});
    chunk.set(randomBytes(16384));
    const entry = {
      ...memoryEntry("large", chunk),
      size: 400 * ${MiB},
      async *read() { for (let index = 0; index < 400; index++) yield chunk; },
    };
    const files = { async *entries() { yield entry; }, get: async () => null };
    await packFolder(files, "top", first);
    `,
    archive,
  );
  const folder = path.join(scratch, "large");
  const unpacking = peakOf("await unpackArchive(first, second, widestLimits);", archive, folder);
  assert.equal(fs.statSync(path.join(folder, "top/large")).size, 400 * MiB);
  fs.rmSync(folder, { recursive: true });
  assert.ok(packing < MAX_BYTES, `packing held ${packing / MiB} MiB`);
  assert.ok(unpacking < MAX_BYTES, `unpacking held ${unpacking / MiB} MiB`);
});

test("readTar() does not hold the names it has seen", () => {
  const peak = peakOf(`
    const folder = ("d".repeat(250) + "/").repeat(12);
    async function* tar() {
      for (let index = 0; index < 60_000; index++) {
        const path = folder + String(index).padStart(250, "0");
        yield Buffer.concat(headersOf({ path, kind: "file", mode: 0o644, size: 0 }));
      }
      yield Buffer.alloc(1024);
    }
    let members = 0;
    for await (const member of readTar(tar(), createQuota(widestLimits, () => Infinity))) members++;
    if (members !== 60_000) throw new Error(String(members));
  `);
  assert.ok(peak < MAX_BYTES, `reading held ${peak / MiB} MiB`);
});
