import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { rawTar } from "../testing/hostile/raw-tar.ts";
import { checkArchiveLimits } from "./archive-limits.ts";

const encode = (text: string) => new TextEncoder().encode(text);

function archiveOf(names: readonly string[], content = encode("")): Uint8Array {
  return gzipSync(rawTar(names.map((name) => ({ name, content }))));
}

async function check(
  archive: Uint8Array,
  more: Partial<Parameters<typeof checkArchiveLimits>[1]> = {},
) {
  async function* chunks() {
    for (let at = 0; at < archive.length; at += 4096) yield archive.subarray(at, at + 4096);
  }
  const facts = { packedBytes: archive.length, as: null, changed: {}, ...more };
  await checkArchiveLimits(chunks(), facts);
}

const many = (top: string) =>
  Array.from({ length: 15_000 }, (_, index) => `${top}/${index.toString(36)}`);

test("checkArchiveLimits() refuses 15,000 empty members of a state or of nothing by their headers", async () => {
  for (const first of ["b/manifest.json", "b/other"]) {
    const archive = archiveOf([first, ...many("b")]);
    assert.ok(archive.length < 1_000_000);
    await assert.rejects(check(archive), { code: "E_LIMIT" });
  }
});

test("checkArchiveLimits() lets a task have as many, wherever its index is", async () => {
  await check(archiveOf(["b/bundle.json", ...many("b/workspace/files")]));
  await check(archiveOf([...many("b/workspace/files"), "b/bundle.json"]));
});

test("checkArchiveLimits() holds an archive to the format that it is to be read as", async () => {
  const archive = archiveOf(["b/bundle.json", ...many("b")]);
  await assert.rejects(check(archive, { as: "ocf" }), { code: "E_LIMIT" });
  await check(archive, { as: "task-bundle" });
});

test("checkArchiveLimits() honours limits that were changed", async () => {
  const archive = archiveOf(["b/manifest.json", ...many("b")]);
  await check(archive, { changed: { members: 20_000 } });
  const task = archiveOf([...many("b/workspace/files"), "b/bundle.json"]);
  await assert.rejects(check(task, { changed: { members: 12_000 } }), { code: "E_LIMIT" });
});

test("checkArchiveLimits() does not count the texts of a history as members", async () => {
  const blobs = Array.from(
    { length: 20_000 },
    (_, index) => `b/history/blobs/${index.toString(16).padStart(64, "0")}`,
  );
  await check(archiveOf(["b/manifest.json", ...blobs]));
});

test("checkArchiveLimits() refuses more bytes than a state may have, before they are written", async () => {
  // Random, because zeros would be refused for their ratio of compression.
  const noise = randomBytes(300_000);
  const archive = archiveOf(["b/manifest.json", "b/big"], noise);
  await assert.rejects(check(archive, { changed: { unpackedBytes: 500_000 } }), {
    code: "E_LIMIT",
  });
  await check(archive);
});
