import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles } from "./file-set.ts";
import { sha256 } from "./hash.ts";
import { createKnownDigests } from "./known-digests.ts";

test("createKnownDigests() tells what was learned and hashes the rest", async () => {
  const record = createKnownDigests();
  record.add("a", "known");
  const files = record.applyTo(memoryFiles({ a: "one", b: "two" }));
  const digests = [];
  for await (const entry of files.entries()) digests.push((await entry.digest()).sha256);
  assert.deepEqual(digests, ["known", sha256("two")]);
  assert.deepEqual(await (await files.get("a"))?.digest(), { sha256: "known", size: 3 });
  assert.equal(await files.get("c"), null);
});
