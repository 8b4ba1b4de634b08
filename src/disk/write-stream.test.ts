import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { writeText } from "./write-stream.ts";

const folder = mkdtempSync(join(tmpdir(), "holdall-write-stream-"));
after(() => rmSync(folder, { recursive: true }));

async function* streamOf(pieces: readonly (string | Uint8Array)[]) {
  yield* pieces;
}

const PIECES: readonly (string | Uint8Array)[] = [
  "plain\n",
  "",
  "é→😀".repeat(100_000), // Characters of two, three and four bytes are at every border of the memory.
  new Uint8Array([0, 255, 10]),
  new Uint8Array(),
  "x".repeat(600_000),
  "ends with é",
];

test("text is written as its UTF-8 bytes, whatever the length of its pieces", async () => {
  const file = join(folder, "text");
  const seen: Uint8Array[] = [];
  await writeText(streamOf(PIECES), file, (bytes) => seen.push(bytes.slice()));
  const expected = Buffer.concat(PIECES.map((piece) => Buffer.from(piece)));
  assert.ok(readFileSync(file).equals(expected));
  assert.ok(Buffer.concat(seen).equals(expected), "what is seen is what is written");
});

test("nothing is left of a text that cannot be given to its end", async () => {
  const file = join(folder, "failed");
  async function* failing() {
    yield "begun";
    throw new Error("no more");
  }
  await assert.rejects(writeText(failing(), file), /no more/);
  assert.throws(() => readFileSync(file), { code: "ENOENT" });
});
