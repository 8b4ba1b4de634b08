import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../test/support/property.ts";
import { sliceArtifact } from "./artifact-range.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("cutRange() tells where it is: before, at and past the end", () => {
  const all = bytes("abcdef");
  const at = (offset: number, max: number) => {
    const { content, bytes: size, truncated, eof, next } = sliceArtifact(all, offset, max);
    return [content, size, truncated, eof, next];
  };
  assert.deepEqual(at(0, 6), ["abcdef", 6, false, true, null]);
  assert.deepEqual(at(0, 7), ["abcdef", 6, false, true, null]);
  assert.deepEqual(at(0, 1), ["a", 1, true, false, 1]);
  assert.deepEqual(at(4, 512), ["ef", 2, false, true, null]);
  assert.deepEqual(at(6, 1), ["", 0, false, true, null]);
  assert.deepEqual(at(7, 1), ["", 0, false, true, null]);
  assert.equal(sliceArtifact(all, 99, 1).offset, 99);
  assert.deepEqual(sliceArtifact(bytes(""), 0, 5).content, "");
});

test("cutRange() begins and ends between characters", () => {
  const all = bytes("aü😀b");
  const inside = sliceArtifact(all, 2, 3);
  assert.deepEqual([inside.offset, inside.content, inside.next], [3, "😀", 7]);
  const short = sliceArtifact(all, 0, 5);
  assert.deepEqual([short.bytes, short.content, short.next], [3, "aü", 3]);
});

test("cutRange() gives bytes that are no text in base64, wherever they are cut", () => {
  const all = new Uint8Array([0xff, 0xfe, 0x80, 0x80]);
  const { encoding, content, bytes: size } = sliceArtifact(all, 1, 2);
  assert.deepEqual([encoding, content, size], ["base64", "/oA=", 2]);
});

test("cutRange() never gives more than four megabytes", () => {
  const { bytes: size, next } = sliceArtifact(
    new Uint8Array(5_000_000),
    0,
    Number.MAX_SAFE_INTEGER,
  );
  assert.deepEqual([size, next], [4 * 1024 * 1024, 4 * 1024 * 1024]);
});

test("cutRange() from piece to piece gives every text again", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 }).filter((each) => each.isWellFormed());
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 64 }), (content, max) => {
      const all = bytes(content);
      let got = "";
      for (let at: number | null = 0; at !== null; ) {
        const piece = sliceArtifact(all, at, max);
        assert.equal(piece.offset, at);
        assert.ok(piece.bytes <= Math.max(max, 4));
        got += piece.content;
        at = piece.next;
      }
      assert.equal(got, content);
    }),
    { numRuns: 2000 },
  );
});
