import assert from "node:assert/strict";
import { test } from "node:test";
import { createFindings } from "../../base/findings.ts";
import { createAccounting } from "../accounting.ts";
import { createParsedRecords } from "./parsed-records.ts";
import { openRecords } from "./record-reader.ts";
import { scanRecords } from "./scan-records.ts";

const LINES = Buffer.from('{"number":1}\n{"number":2}\n');

/** A file that counts how often it is read. */
function countedFile(space: { bytes: number }, until: "for-good" | "read-once" = "for-good") {
  let reads = 0;
  async function* read(from = 0) {
    reads++;
    yield LINES.subarray(from);
  }
  const held = createParsedRecords(space, until);
  const file = { path: "log.jsonl", bytes: LINES.length, read, isUnhashed: true, held } as const;
  return { file, reads: () => reads };
}

async function scan(file: Parameters<typeof scanRecords>[0]) {
  const options = { findings: createFindings("lenient"), accounting: createAccounting() };
  await scanRecords(file, { ...options, onRecord: () => undefined });
}

test("records that a scan parsed are read again without the file", async () => {
  const { file, reads } = countedFile({ bytes: 1000 });
  await scan(file);
  const records = openRecords(file);
  const second = await records.read({ line: 2, offset: 13, bytes: 12 });
  await records.close();
  assert.deepEqual([second, reads()], [{ value: { number: 2 }, raw: null }, 1]);
});

test("of a file whose records do not fit the first are held, and the others read again", async () => {
  const { file, reads } = countedFile({ bytes: 20 });
  await scan(file);
  const records = openRecords(file);
  const first = await records.read({ line: 1, offset: 0, bytes: 12 });
  assert.deepEqual([first, reads()], [{ value: { number: 1 }, raw: null }, 1]);
  const second = await records.read({ line: 2, offset: 13, bytes: 12 });
  await records.close();
  assert.deepEqual([second, reads()], [{ value: { number: 2 }, raw: null }, 2]);
});

test("a record that is held until it is read comes from the file the second time", async () => {
  const { file, reads } = countedFile({ bytes: 1000 }, "read-once");
  await scan(file);
  const records = openRecords(file);
  const first = { line: 1, offset: 0, bytes: 12 };
  const seen: unknown[] = [];
  for (let time = 0; time < 2; time++) seen.push((await records.read(first)).value, reads());
  await records.close();
  assert.deepEqual(seen, [{ number: 1 }, 1, { number: 1 }, 2]);
});

test("what is let go of a record makes space for others", () => {
  const held = createParsedRecords({ bytes: 20 }, "read-once");
  held.add({ offset: 0, bytes: 12 }, { number: 1, details: "…" });
  held.reduce(0, { number: 1 }, 10);
  held.add({ offset: 13, bytes: 12 }, { number: 2 });
  assert.deepEqual([held.read(0), held.read(13)], [{ number: 1 }, { number: 2 }]);
});

test("who asks for hashes gets them, whatever is held", async () => {
  const { file } = countedFile({ bytes: 1000 });
  await scan(file);
  const { isUnhashed: _isUnhashed, ...hashed } = file;
  const records = openRecords(hashed);
  const { raw } = await records.read({ line: 1, offset: 0, bytes: 12 });
  await records.close();
  assert.match(raw ?? "", /^[0-9a-f]{64}$/);
});
