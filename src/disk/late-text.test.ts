import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { withLatePart } from "./late-text.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "late-text-"));
after(() => fs.rmSync(folder, { recursive: true }));

async function* piecesOf(...pieces: readonly string[]) {
  yield* pieces;
}

async function textOf(pieces: readonly string[], text: () => Promise<string>): Promise<string> {
  const target = path.join(folder, "target");
  const written = withLatePart(piecesOf(...pieces), { mark: "MARK", text }, target);
  // A chunk is good until the next one is asked for.
  let bytes = Buffer.alloc(0);
  for await (const piece of written) bytes = Buffer.concat([bytes, Buffer.from(piece)]);
  return bytes.toString("utf8");
}

test("withLatePart() puts the part where its mark stands, escaped as in JSON", async () => {
  const late = async () => 'a "quote"\nand $& a line';
  const text = await textOf(["[1,", '"MARK",', '"é"]'], late);
  assert.deepEqual(JSON.parse(text), [1, await late(), "é"]);
});

test("withLatePart() asks for the part once everything else was taken", async () => {
  let isTaken = false;
  async function* pieces() {
    yield '["MARK"';
    isTaken = true;
    yield "]";
  }
  const text = async () => `${isTaken}`;
  const all = await Array.fromAsync(withLatePart(pieces(), { mark: "MARK", text }, folder));
  assert.equal(all.join(""), '["true"]');
});

test("withLatePart() keeps what is too long for memory in a file, and removes it", async () => {
  const long = "é".repeat(3 * 1024 * 1024);
  const text = await textOf(['["MARK"', long, long, long, "]"], async () => "late");
  assert.equal(text, `["late"${long}${long}${long}]`);
  assert.deepEqual(fs.readdirSync(folder), []);
});

test("withLatePart() leaves no file behind when the text fails", async () => {
  const long = "x".repeat(5 * 1024 * 1024);
  async function* failing() {
    yield "MARK";
    yield long;
    yield long;
    throw new Error("broken");
  }
  const target = path.join(folder, "target");
  const written = withLatePart(failing(), { mark: "MARK", text: async () => "" }, target);
  await assert.rejects(Array.fromAsync(written), /broken/);
  assert.deepEqual(fs.readdirSync(folder), []);
});

test("withLatePart() passes a text without the mark", async () => {
  assert.equal(await textOf(["a", "b"], async () => "late"), "ab");
});
