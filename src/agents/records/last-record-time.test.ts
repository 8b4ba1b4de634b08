import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { lastRecordTime } from "./last-record-time.ts";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

const NOON = Date.parse("2026-03-01T12:00:00.000Z");
const COPIED = new Date("2026-06-01T00:00:00.000Z");

/** The time of a log of some lines that was copied later. */
async function timeOf(lines: readonly (object | string)[], copied = COPIED): Promise<number> {
  const file = path.join(scratch, "log.jsonl");
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  fs.writeFileSync(file, texts.map((text) => `${text}\n`).join(""));
  fs.utimesSync(file, copied, copied);
  return lastRecordTime(file, fs.statSync(file));
}

test("lastRecordTime() reads the last record that has a time, in each form in which agents write it", async () => {
  const early = { timestamp: "2026-02-01T00:00:00Z" };
  assert.equal(await timeOf([early, { timestamp: "2026-03-01T12:00:00.000Z" }, { a: 1 }]), NOON);
  assert.equal(await timeOf([early, { timestamp: NOON / 1000 }]), NOON);
  assert.equal(await timeOf([early, { time: NOON }, '{"torn":"', "null"]), NOON);
});

test("lastRecordTime() looks before a long last record, and not into what records contain", async () => {
  const first = { timestamp: "2026-03-01T12:00:00.000Z" };
  const quoted = {
    message: { timestamp: "2026-05-01T00:00:00Z" },
    text: '"timestamp":"2026-05-01"',
  };
  assert.equal(await timeOf([first, quoted, { picture: "é".repeat(200_000) }]), NOON);
});

test("lastRecordTime() is the file's date without a time, with one that is none, and never later", async () => {
  assert.equal(await timeOf([{ a: 1 }, { timestamp: "soon" }, { time: -1 }]), COPIED.getTime());
  assert.equal(await timeOf([]), COPIED.getTime());
  assert.equal(await timeOf([{ time: 9e15 }]), COPIED.getTime());
  assert.equal(await timeOf([{ timestamp: "2026-03-02T00:00:00Z" }], new Date(NOON)), NOON);
});
