import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryEntry } from "../../base/file-set.ts";
import { createFindings, type Profile } from "../../base/findings.ts";
import { limitsByFormat } from "../limits.ts";
import { checkEvents } from "./check-events.ts";

const limits = limitsByFormat["task-bundle"];

async function check(content: string | Uint8Array, profile: Profile = "strict") {
  const findings = createFindings(profile);
  const entry = memoryEntry("events.jsonl", Buffer.from(content));
  const overview = await checkEvents(entry, { limits, findings, level: "full" });
  return { overview, said: findings.list().map(({ code, line }) => `${code} ${line}`) };
}

const event = (rest = "") => `{"type":"a","at":"2026-01-01T00:00:00Z","detail":""${rest}}`;

test("checkEvents() accepts an empty detail, unknown keys, null options and no last newline", async () => {
  const lines = [event(), event(',"more":{"x":[1]}'), event(',"path":null,"exitCode":null')];
  const { overview, said } = await check(lines.join("\n"));
  assert.deepEqual(said, []);
  assert.equal(overview.count, 3);
  assert.equal(overview.first.length, 3);
});

test("checkEvents() counts physical lines, blank ones included", async () => {
  const content = `\ufeff\r\n${event()}\r\n \n\n{"type":"a"}\n${event(',"exitCode":"0"')}\n`;
  assert.deepEqual((await check(content)).said, ["E_SHAPE 5", "E_SHAPE 5", "E_SHAPE 6"]);
});

test("checkEvents() refuses what is not JSON, a doubled key, bad UTF-8 and days that do not exist", async () => {
  const lines = ["x", event(',"type":"b"'), "\xff", event().replace("01-01", "02-30"), "[]", "7"];
  const { said } = await check(Buffer.from(`${lines.join("\n")}\n`, "latin1"));
  assert.deepEqual(said, [
    "E_JSONL_LINE 1",
    "E_JSONL_LINE 2",
    "E_UTF8 3",
    "E_TIME 4",
    "E_SHAPE 5",
    "E_SHAPE 6",
  ]);
});

test("checkEvents() forgives a torn last line only in lenient", async () => {
  const content = `${event()}\n{"type":"a","at"`;
  assert.deepEqual((await check(content)).said, ["E_JSONL_LINE 2"]);
  assert.deepEqual((await check(content, "lenient")).said, ["W_TORN_LINE 2"]);
});

test("checkEvents() keeps the first events only", async () => {
  const { overview } = await check(`${event()}\n`.repeat(100));
  assert.equal(overview.count, 100);
  assert.equal(overview.first.length, 20);
});
