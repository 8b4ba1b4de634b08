import assert from "node:assert/strict";
import { test } from "node:test";
import { readSse, type SseEvent } from "./sse.ts";

const LIMIT = 1000;

async function read(text: string | Uint8Array, size = 1 << 20, limit = LIMIT): Promise<SseEvent[]> {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return Array.fromAsync(readSse(chunks(), limit));
}

const shown = (events: readonly SseEvent[]) => events.map(({ event, data }) => [event, data]);

test("readSse() takes every line ending, in pieces of any size", async () => {
  const lines = ["event: a", "data: 1", "", "data: 2", "data: 3", "", "data:4", ""];
  for (const end of ["\n", "\r\n", "\r"]) {
    for (let size = 1; size < 40; size++) {
      const events = await read(lines.map((line) => line + end).join(""), size);
      assert.deepEqual(shown(events), [
        ["a", "1"],
        [null, "2\n3"],
        [null, "4"],
      ]);
    }
  }
});

test("readSse() puts characters together that were split between chunks", async () => {
  for (let size = 1; size < 12; size++) {
    const [event] = await read("data: é€😀\u2028\n\n", size);
    assert.equal(event?.data, "é€😀\u2028");
    assert.equal(event?.isUtf8, true);
  }
});

test("readSse() skips comments, unknown fields and a byte-order mark", async () => {
  const events = await read("\ufeffdata: 1\n: ping\nid: 7\nretry: 10\n\n: ping\n\n: ping\n\n");
  assert.deepEqual(shown(events), [[null, "1"]]);
});

test("readSse() gives an event that has a name and no data, and one the stream breaks off in", async () => {
  assert.deepEqual(shown(await read("event: a\n\nevent:\ndata: 1")), [
    ["a", ""],
    [null, "1"],
  ]);
});

test("readSse() reports bytes that are not UTF-8", async () => {
  const [event] = await read(Buffer.concat([Buffer.from("data: "), Buffer.from([0xff, 10, 10])]));
  assert.equal(event?.isUtf8, false);
  assert.equal(event?.data, "\ufffd");
});

test("readSse() keeps only the beginning of an event over its limit, and goes on", async () => {
  const long = `event: big\ndata: ${"x".repeat(50_000)}\ndata: more\n\ndata: next\n\n`;
  for (const size of [100, 7, 1 << 20]) {
    const [first, second] = await read(long, size, 5000);
    assert.equal(first?.isTooLong, true);
    assert.equal(
      first?.bytes,
      50_000 + "event: big".length + "data: ".length + "data: more".length,
    );
    assert.ok((first?.data.length ?? 0) <= 1024);
    assert.deepEqual([second?.data, second?.isTooLong], ["next", false]);
  }
});

test("readSse() counts an event of many short lines, and no comments", async () => {
  const [many] = await read("data: 12345\n".repeat(100).concat("\n"), 64, 500);
  assert.equal(many?.isTooLong, true);
  const [quiet] = await read(`: ${"ping\n: ".repeat(500)}\ndata: 1\n\n`, 64, 500);
  assert.deepEqual([quiet?.data, quiet?.isTooLong], ["1", false]);
});
