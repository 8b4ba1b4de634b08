import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { diskFile } from "../disk-file.ts";
import { openRecords } from "./record-reader.ts";
import type { RecordLocation } from "./scan-records.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "record-reader-"));
after(() => fs.rmSync(folder, { recursive: true }));

/** Records of a few bytes, and some that go on over more chunks than a reader keeps. */
const texts = Array.from({ length: 400 }, (_, at) =>
  `${at} `.repeat(at % 50 === 7 ? 500_000 : 900),
);

test("openRecords() gives every record as it was written, however long it is", async () => {
  const file = path.join(folder, "log.jsonl");
  const lines = texts.map((text) => JSON.stringify({ text }));
  fs.writeFileSync(file, `${lines.join("\n")}\n`);
  const records = openRecords(await diskFile(file, "log.jsonl"));
  const places: RecordLocation[] = [];
  let offset = 0;
  for (const [at, line] of lines.entries()) {
    places.push({ line: at + 1, offset, bytes: line.length });
    offset += line.length + 1;
  }
  // In order, then back to the first, and in order again.
  for (const [at, place] of [...places.entries(), ...places.entries()]) {
    const isBuffered = records.isBuffered(place);
    const found = records.read(place);
    assert.equal(found instanceof Promise, !isBuffered);
    assert(texts[at] === (await found).text);
  }
  await records.close();
});
