import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeInto } from "./encode-into.ts";

/** All of a text, encoded into memory of a size, a piece at a time. */
function encodeAll(text: string, size: number): Buffer {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < text.length; ) {
    const memory = new Uint8Array(size);
    const { read, written } = encodeInto(text.slice(from), memory);
    assert.ok(read > 0, "it goes on");
    pieces.push(memory.subarray(0, written));
    from += read;
  }
  return Buffer.concat(pieces);
}

const TEXTS = {
  latin: "grüße ".repeat(20_000),
  wide: "→ a Ж 中 ".repeat(20_000),
  pairs: "😀".repeat(50_000),
  shifted: `x${"😀".repeat(50_000)}`,
  halves: `${"中".repeat(1000)}\ud800${"中".repeat(1000)}\udc00`,
  short: "中",
};

for (const [name, text] of Object.entries(TEXTS)) {
  test(`a text is encoded as Node does it, in memory of any size: ${name}`, () => {
    for (const size of [4, 100, 4096, 300_000, 1_000_000]) {
      if (text.length * 3 > size * 2000) continue; // A million steps prove no more.
      assert.ok(encodeAll(text, size).equals(Buffer.from(text)), `${size} bytes`);
    }
  });
}
