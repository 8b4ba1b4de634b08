import assert from "node:assert/strict";
import { test } from "node:test";
import { createFindings } from "../../base/findings.ts";
import { createAccounting } from "../accounting.ts";
import { createParsedRecords } from "./parsed-records.ts";
import { openRecords } from "./record-reader.ts";
import { scanRecords } from "./scan-records.ts";

const LINES = Buffer.from('{"number":1}\n{"number":2}\n');

/** A file that counts how often it is read. */
function countedFile(space: { bytes: number }) {
  let reads = 0;
  async function* read(from = 0) {
    reads++;
    yield LINES.subarray(from);
  }
  const held = createParsedRecords(space);
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

test("a file whose records do not fit is read again", async () => {
  const { file, reads } = countedFile({ bytes: 20 });
  await scan(file);
  const records = openRecords(file);
  const first = await records.read({ line: 1, offset: 0, bytes: 12 });
  await records.close();
  assert.deepEqual([first, reads()], [{ value: { number: 1 }, raw: null }, 2]);
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
