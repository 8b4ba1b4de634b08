import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import { sha256 } from "../base/hash.ts";
import { digestFile } from "./digest-file.ts";
import { READ_CHUNK } from "./open-file.ts";

const scratch = makeScratch();

test("digestFile() is right on both sides of a chunk, also for files at the same time", async () => {
  const sizes = [0, 1, READ_CHUNK - 1, READ_CHUNK, READ_CHUNK + 1, 3 * READ_CHUNK];
  const digests = sizes.map((size) => {
    const file = path.join(scratch, `of-${size}`);
    const bytes = Buffer.alloc(size, `${size} `);
    fs.writeFileSync(file, bytes);
    return [digestFile(file), { sha256: sha256(bytes), size }] as const;
  });
  for (const [found, expected] of digests) assert.deepEqual(await found, expected);
});

test("digestFile() follows no link and names what it cannot read", () => {
  const link = path.join(scratch, "link");
  fs.symlinkSync(path.join(scratch, "of-1"), link);
  const missing = path.join(scratch, "nowhere");
  assert.throws(() => digestFile(link, "the-name"), { code: "E_LINK", message: /"the-name"/ });
  assert.throws(() => digestFile(missing, "the-name"), { message: /"the-name"/ });
});
