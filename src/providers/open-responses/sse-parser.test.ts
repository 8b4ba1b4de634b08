import assert from "node:assert/strict";
import { test } from "node:test";
import { createParser } from "eventsource-parser";
import fc from "../../../test/support/property.ts";
import { readSse } from "./sse.ts";

/** What another parser of event streams makes of a text. */
function parsedElsewhere(text: string): (readonly [string | null, string])[] {
  const events: (readonly [string | null, string])[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => events.push([event ?? null, data]),
  });
  parser.feed(text);
  return events;
}

async function parsedHere(text: string, size: number) {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const events = await Array.fromAsync(readSse(chunks(), 1 << 20));
  return events.map(({ event, data }) => [event, data] as const);
}

const value = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n\0\ufeff]/g, ""));
const line = fc.oneof(
  value.map((text) => `data: ${text}`),
  value.map((text) => `data:${text}`),
  value.map((text) => `: ${text}`),
  fc.constantFrom("id: 7", "retry: 10", "other: x"),
);
const event = fc
  .tuple(fc.option(fc.constantFrom("event: message", "event:delta")), fc.array(line), value)
  .map(([name, lines, last]) => [...(name === null ? [] : [name]), ...lines, `data: ${last}`, ""]);

test("readSse() reads what eventsource-parser reads, in pieces of any size", async () => {
  const property = fc.asyncProperty(
    fc.array(event),
    fc.constantFrom("\n", "\r\n", "\r"),
    fc.integer({ min: 1, max: 50 }),
    async (events, end, size) => {
      const text = `${events.flat().join(end)}${end}`;
      // A single return at the very end could be the first half of a line ending: one more line decides it.
      const closed = end === "\r" ? `${text}: end${end}` : text;
      assert.deepEqual(await parsedHere(closed, size), parsedElsewhere(closed));
    },
  );
  await fc.assert(property);
});
