import assert from "node:assert/strict";
import { test } from "node:test";
import { formatBytes, formatCount, formatNumber } from "./format-count.ts";

test("formatCount() uses the singular for one thing only", () => {
  assert.deepEqual(
    [0, 1, 2].map((number) => formatCount(number, "stream")),
    ["0 streams", "1 stream", "2 streams"],
  );
  assert.equal(formatCount(2, "entry", "entries"), "2 entries");
});

test("formatNumber() separates thousands and leaves shorter numbers alone", () => {
  assert.deepEqual([0, 999, 1000, 1234567, -1234, Number.MAX_SAFE_INTEGER].map(formatNumber), [
    "0",
    "999",
    "1,000",
    "1,234,567",
    "-1,234",
    "9,007,199,254,740,991",
  ]);
});

test("formatBytes() has one decimal, and none where it would be zero", () => {
  assert.deepEqual([0, 1, 1023, 1024, 2765, 12 * 1024 ** 2, 64 * 1024 ** 3].map(formatBytes), [
    "0 bytes",
    "1 byte",
    "1,023 bytes",
    "1 KiB",
    "2.7 KiB",
    "12 MiB",
    "64 GiB",
  ]);
});
