import assert from "node:assert/strict";
import { test } from "node:test";
import { compressText } from "./compress.ts";

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;
const bytes = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

test("compressText() returns a text that fits as it is", () => {
  const text = "  Two  spaces.\nA line. ";
  assert.equal(compressText(text, 5, words), text);
});

test("compressText() keeps leading sentences and leaves versions whole", () => {
  const text = "We run v1.2.3 now. It is stable!\n\nThe rest is history. Nobody asks.";
  assert.equal(compressText(text, 8, words), "We run v1.2.3 now. It is stable!");
});

test("compressText() cuts a first sentence that is too long at a character", () => {
  const cut = compressText("ü".repeat(100), 5, bytes);
  assert.equal(cut, "ü".repeat(10));
});

test("compressText() gives nothing for no room, and for a text that cannot be cut to fit", () => {
  assert.equal(compressText("Some text.", 0, words), "");
  assert.equal(
    compressText("Some text.", 1, () => 2),
    "",
  );
});

test("compressText() fits whatever it is given", () => {
  const text = "Short. ".repeat(1_000) + "x".repeat(100_000);
  for (const target of [1, 2, 7, 100, 1_000]) {
    assert.ok(bytes(compressText(text, target, bytes)) <= target);
  }
});
