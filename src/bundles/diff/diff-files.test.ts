import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles } from "../../base/file-set.ts";
import { createChanges } from "./change.ts";
import { diffFiles } from "./diff-files.ts";

async function countChanges(left: string | Uint8Array, right: string | Uint8Array) {
  const changes = createChanges();
  const a = memoryFiles({ "t.jsonl": left });
  const b = memoryFiles({ "t.jsonl": right });
  await diffFiles(a, b, [], changes);
  return changes.count();
}

test("diffFiles() sees no difference in how the lines of a trail end", async () => {
  assert.equal(await countChanges('{"a":1}\r\n{"b":2}\r\n', '{"a":1}\n{"b":2}\n'), 0);
  assert.equal(await countChanges('{"a":1}\n\n{"b":2}', '{"a":1}\n{"b":2}\n'), 0);
});

test("diffFiles() sees a line that is other, missing or not text", async () => {
  assert.equal(await countChanges('{"a":1}\n', '{"a":2}\n'), 1);
  assert.equal(await countChanges('{"a":1}\n{"b":2}\n', '{"a":1}\n'), 1);
  assert.equal(await countChanges(new Uint8Array([255, 10]), new Uint8Array([254, 10])), 1);
});
