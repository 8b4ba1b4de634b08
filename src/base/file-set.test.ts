import assert from "node:assert/strict";
import { test } from "node:test";
import {
  areInByteOrder,
  batchesOf,
  compareBytes,
  memoryEntry,
  memoryFiles,
  piecesOf,
  withPath,
} from "./file-set.ts";

const texts = ["", "a", "a/b", "ab", "b", "é", "\ud7ff", "\ue000", "\uffff", "😀", "😀a"];

test("compareBytes() and areInByteOrder() order texts as the bytes of their UTF-8 form", () => {
  for (const left of texts) {
    for (const right of texts) {
      const expected = Buffer.compare(Buffer.from(left), Buffer.from(right));
      assert.equal(Math.sign(compareBytes(left, right)), expected, `${left} ${right}`);
      assert.equal(areInByteOrder(left, right), expected <= 0, `${left} ${right}`);
    }
  }
});

test("batchesOf() gives the entries of a set without batches one by one", async () => {
  const batches = await Array.fromAsync(batchesOf(memoryFiles({ a: "1", b: "2" })));
  assert.deepEqual(
    batches.map((batch) => batch.map(({ path }) => path)),
    [["a"], ["b"]],
  );
});

test("withPath() gives what replaces the bytes of an entry to every reader", async () => {
  const read = async function* () {
    yield Buffer.from("replaced");
  };
  const entry = { ...memoryEntry("a", Buffer.from("secret")), readOnce: () => piecesOf(before) };
  const before = memoryEntry("a", Buffer.from("secret"));
  const texts = async (each: typeof before) =>
    Buffer.concat(await Array.fromAsync(piecesOf(each))).toString();
  assert.equal(await texts(withPath(entry, "b")), "secret");
  assert.equal(await texts(withPath(entry, "b", { read })), "replaced");
});
