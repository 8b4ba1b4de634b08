import assert from "node:assert/strict";
import { test } from "node:test";
import { withDigestCache } from "./digest-cache.ts";
import { type FileEntry, type FileSet, memoryFiles } from "./file-set.ts";

function counting(files: FileSet): { files: FileSet; hashed: string[] } {
  const hashed: string[] = [];
  const count = (entry: FileEntry): FileEntry => ({
    ...entry,
    digest: () => {
      hashed.push(entry.path);
      return entry.digest();
    },
  });
  return {
    hashed,
    files: {
      async *entries() {
        for await (const entry of files.entries()) yield count(entry);
      },
      get: async (path) => {
        const entry = await files.get(path);
        return entry && count(entry);
      },
    },
  };
}

test("withDigestCache() hashes a file once, however many passes ask for it", async () => {
  const source = counting(memoryFiles({ a: "one", "b/c": "two" }));
  const files = withDigestCache(source.files);
  const digests = () => Array.fromAsync(files.entries(), (entry) => entry.digest());
  assert.deepEqual(await digests(), await digests());
  assert.deepEqual(source.hashed, ["a", "b/c"]);
});

test("withDigestCache() lists anew after a pass that was left early", async () => {
  const files = withDigestCache(memoryFiles({ a: "one", "b/c": "two" }));
  for await (const entry of files.entries()) if (entry.path === "a") break;
  assert.deepEqual(await Array.fromAsync(files.entries(), (entry) => entry.path), ["a", "b/c"]);
});

test("withDigestCache() shows the same entries as the set behind it", async () => {
  const plain = memoryFiles({ a: "one", "b/c": "two" });
  const view = ({ path, kind, mode, size }: FileEntry) => ({ path, kind, mode, size });
  assert.deepEqual(
    await Array.fromAsync(withDigestCache(plain).entries(), view),
    await Array.fromAsync(plain.entries(), view),
  );
  assert.equal(await withDigestCache(plain).get("absent"), null);
});
