import assert from "node:assert/strict";
import { test } from "node:test";
import { createFindings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { createAccounting } from "../accounting.ts";
import { lineFile } from "./line-file.ts";
import { openRecords } from "./record-reader.ts";
import { type RecordLocation, scanRecords } from "./scan-records.ts";

async function scan(chunks: readonly (string | Uint8Array)[]) {
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const seen: { record: JsonObject; location: RecordLocation }[] = [];
  const file = {
    path: "log.jsonl",
    bytes: 0,
    async *read(from = 0) {
      const bytes = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
      for (let at = from; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    },
  };
  const see = (record: JsonObject, location: RecordLocation) => {
    seen.push({ record, location });
    accounting.count("seen", "transcript");
  };
  const complete = await scanRecords(file, { findings, accounting, onRecord: see });
  return { file, seen, complete, findings: findings.list(), accounting: accounting.result() };
}

test("scanRecords() sees every record with its line and its bytes, blank lines aside", async () => {
  const { seen, complete } = await scan(['{"a":"é"}\n', "\n", '{"b":2}\n']);
  assert.deepEqual(
    seen.map(({ location }) => location),
    [
      { line: 1, offset: 0, bytes: 10 },
      { line: 3, offset: 12, bytes: 7 },
    ],
  );
  assert.equal(complete, 20);
});

test("scanRecords() loses lines that are no objects, and says which", async () => {
  const { findings, accounting, seen } = await scan([
    "{\n[1]\n",
    new Uint8Array([0xff, 10]),
    '{"a":1}\n',
  ]);
  assert.equal(seen.length, 1);
  assert.deepEqual(
    findings.map(({ code, line }) => [code, line]),
    [
      ["W_JSONL_LINE", 1],
      ["W_JSONL_LINE", 2],
      ["W_JSONL_LINE", 3],
    ],
  );
  assert.equal(accounting.lost, 3);
});

test("scanRecords() sees each of several records that one line contains", async () => {
  const { file, seen, complete, accounting } = await scan([
    '{"a":"é}{"}{"b":"{\\"}"} {"c":{}}\n',
    '{"d":1}{"torn\n',
    '{"e":1}{"f":2}',
  ]);
  assert.deepEqual(
    seen.map(({ record, location }) => [record, location.line]),
    [
      [{ a: "é}{" }, 1],
      [{ b: '{"}' }, 1],
      [{ c: {} }, 1],
      [{ e: 1 }, 3],
      [{ f: 2 }, 3],
    ],
  );
  assert.equal(accounting.lost, 1);
  assert.equal(complete, Buffer.concat(await Array.fromAsync(file.read())).length);
  const reader = openRecords(file);
  for (const { record, location } of seen) {
    assert.deepEqual(await reader.read(location), record);
  }
  await reader.close();
});

test("scanRecords() keeps the character that stands for bytes that are no text", async () => {
  const { seen, accounting } = await scan(['{"a":"\ufffd"}\n', new Uint8Array([34, 0xff, 34, 10])]);
  assert.deepEqual(
    seen.map(({ record }) => record),
    [{ a: "\ufffd" }],
  );
  assert.equal(accounting.lost, 1);
});

test("scanRecords() leaves a torn last line for the next reading", async () => {
  const torn = await scan(['{"a":1}\n{"b":']);
  assert.equal(torn.complete, 8);
  assert.equal(torn.findings[0]?.code, "W_TORN_LINE");
  const full = await scan(['{"a":1}\n{"b":2}']);
  assert.equal(full.complete, 15);
  assert.deepEqual(full.findings, []);
});

test("openRecords() reads records again in any order", async () => {
  const { file, seen } = await scan(['{"a":"é"}\n{"b":2}\n{"c":3}\n']);
  const reader = openRecords(file);
  for (const { record, location } of [...seen, ...seen.toReversed()]) {
    assert.deepEqual(await reader.read(location), record);
  }
  await reader.close();
});

test("lineFile() reads from a byte on", async () => {
  const file = lineFile("rows", 0, () => ["ab\n", "cd\n"]);
  const text = Buffer.concat(await Array.fromAsync(file.read(4))).toString();
  assert.equal(text, "d\n");
});

test("scanRecords() reads behind a mark of the byte order, and the record can be read again", async () => {
  for (const end of ["\n", ""]) {
    const { file, seen, complete, findings } = await scan([`\uFEFF{"a":1}${end}`]);
    assert.deepEqual(findings, []);
    assert.equal(complete, 10 + end.length);
    const [first] = seen;
    assert.ok(first !== undefined);
    const records = openRecords(file);
    assert.deepEqual(await records.read(first.location), { a: 1 });
    await records.close();
  }
});

test("scanRecords() leaves out what is nested 10,000 deep, says where, and reads the rest", async () => {
  const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
  const { seen, findings, accounting } = await scan([`{"text":"kept","deep":${deep}}\n`]);
  assert.equal(seen[0]?.record.text, "kept");
  assert.equal(accounting.lost, 0);
  assert.deepEqual(
    findings.map(({ code, line }) => [code, line]),
    [["W_JSONL_LINE", 1]],
  );
  assert.doesNotThrow(() => JSON.stringify(seen[0]?.record));
});
