import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeHeader, encodeHeader } from "./header.ts";
import { parsePax, paxRecord } from "./pax.ts";
import { headersOf } from "./write.ts";

const decoder = new TextDecoder();

function roundTrip(path: string, size = 0) {
  const { block, pathFits, sizeFits } = encodeHeader({ path, type: "0", mode: 0o644, size });
  const header = decodeHeader(block);
  assert.ok(header);
  return { name: decoder.decode(header.name), size: header.size, pathFits, sizeFits };
}

test("encodeHeader() puts a path of up to 100 bytes into the name field", () => {
  const path = "a".repeat(100);
  assert.deepEqual(roundTrip(path), { name: path, size: 0, pathFits: true, sizeFits: true });
});

test("encodeHeader() splits a longer path at a slash", () => {
  for (const path of [`${"a".repeat(155)}/${"b".repeat(100)}`, `${"d/".repeat(80)}file`]) {
    assert.deepEqual(roundTrip(path), { name: path, size: 0, pathFits: true, sizeFits: true });
  }
});

test("encodeHeader() says when a path or a size needs a pax record", () => {
  assert.equal(roundTrip("a".repeat(101)).pathFits, false);
  assert.equal(roundTrip(`${"a".repeat(156)}/b`).pathFits, false);
  assert.equal(roundTrip(`x/${"a".repeat(100)}/`).pathFits, false);
  assert.equal(roundTrip("é").pathFits, false);
  assert.equal(roundTrip("a", 8 * 1024 ** 3 - 1).sizeFits, true);
  assert.equal(roundTrip("a", 8 * 1024 ** 3).sizeFits, false);
});

test("headersOf() writes a pax header only where it is needed", () => {
  const entry = { path: "plain", kind: "file", mode: 0o100_600, size: 3 } as const;
  assert.equal(headersOf(entry).length, 1);
  const large = headersOf({ ...entry, path: "größe", size: 9 * 1024 ** 3 });
  const records = parsePax(large[1] ?? new Uint8Array());
  assert.equal(decoder.decode(records.get("path")), "größe");
  assert.equal(decoder.decode(records.get("size")), String(9 * 1024 ** 3));
});

test("headersOf() refuses a link and a device by name", () => {
  for (const kind of ["link", "other"] as const) {
    assert.throws(() => headersOf({ path: "x", kind, mode: 0o777, size: 0 }), { code: "E_LINK" });
  }
});

test("decodeHeader() refuses a wrong checksum, an unknown form and a number that is not octal", () => {
  const change = (at: number, byte: number, fix: boolean) => {
    const { block } = encodeHeader({ path: "a", type: "0", mode: 0o644, size: 0 });
    const before = block[at] ?? 0;
    block[at] = byte;
    if (fix) {
      const text = decoder.decode(block.subarray(148, 154));
      const sum = (Number.parseInt(text, 8) + byte - before).toString(8).padStart(6, "0");
      block.set(new TextEncoder().encode(sum), 148);
    }
    return () => decodeHeader(block);
  };
  assert.throws(change(0, 0x62, false), { code: "E_ARCHIVE" });
  assert.throws(change(257, 0x78, true), { code: "E_ARCHIVE" });
  assert.throws(change(124, 0x39, true), { code: "E_ARCHIVE" });
  assert.doesNotThrow(change(0, 0x62, true));
});

test("decodeHeader() reads a size that GNU tar wrote as a binary number", () => {
  const { block } = encodeHeader({ path: "a", type: "0", mode: 0o644, size: 0 });
  const write = (bytes: readonly number[]) => {
    block.set(bytes, 124);
    block.fill(0x20, 148, 156);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
    return () => decodeHeader(block)?.size;
  };
  assert.equal(write([0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0])(), 8 * 1024 ** 3);
  assert.throws(write([0xff, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255]), {
    code: "E_ARCHIVE",
  });
});

test("paxRecord() counts its own length, also where that gains a digit", () => {
  for (const length of [1, 2, 3, 85, 86, 87, 88, 89, 90, 985, 990, 995, 4000]) {
    const value = "v".repeat(length);
    assert.equal(decoder.decode(parsePax(paxRecord("path", value)).get("path")), value);
  }
});

test("parsePax() refuses records whose length, break or key is wrong", () => {
  for (const text of ["x", "5 a=b\n", "0 a=b\n", "99 a=b\n", "6 a=bc", "6 abc\n\n", "-6 a=b\n"]) {
    assert.throws(() => parsePax(new TextEncoder().encode(text)), { code: "E_ARCHIVE" }, text);
  }
});
