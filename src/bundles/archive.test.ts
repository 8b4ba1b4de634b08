import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "../../test/support/property.ts";
import { HoldallError } from "../base/errors.ts";
import { type FileEntry, type FileSet, memoryEntry, memoryFiles } from "../base/file-set.ts";
import { sha256 } from "../base/hash.ts";
import { hiddenFault } from "../base/paths.ts";
import { protectedPath } from "../base/protected-path.ts";
import { widestLimits } from "../formats/limits.ts";
import { readArchive, writeArchive } from "./archive.ts";
import { computeSums } from "./sums.ts";

type Contents = Readonly<Record<string, string>>;
const sample: Contents = { "a.txt": "one", "a/b": "two", "a-b": "three", z: "x".repeat(5000) };

async function packed(files: FileSet, top = "top"): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(writeArchive(files, top)));
}

async function* inPieces(bytes: Uint8Array, length = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function unpacked(bytes: Uint8Array, limits = widestLimits, piece?: number) {
  const contents: Record<string, string> = {};
  for await (const member of readArchive(inPieces(bytes, piece), limits)) {
    const content = Buffer.concat(await Array.fromAsync(member.read()));
    contents[member.path] = member.kind === "folder" ? "(folder)" : content.toString();
  }
  return contents;
}

/** A set of the given entries, in the given order. */
function setOf(...entries: readonly FileEntry[]): FileSet {
  return {
    async *entries() {
      yield* entries;
    },
    get: async (path) => entries.find((entry) => entry.path === path) ?? null,
  };
}

const odd = (path: string, kind: FileEntry["kind"]): FileEntry => ({
  ...memoryEntry(path, new Uint8Array()),
  kind,
});

test("writeArchive() puts everything below the top folder, sorted by bytes, the sums last", async () => {
  const contents = await unpacked(await packed(memoryFiles({ ...sample, B: "capital" })));
  const names = ["top/B", "top/a-b", "top/a.txt", "top/a/b", "top/z", "top/SHA256SUMS"];
  assert.deepEqual(Object.keys(contents), names);
  assert.equal(
    contents["top/SHA256SUMS"],
    await computeSums(memoryFiles({ ...sample, B: "capital" })),
  );
});

test("writeArchive() gives the same bytes for a bundle with good sums and one without", async () => {
  const sums = await computeSums(memoryFiles(sample));
  const withSums = await packed(memoryFiles({ ...sample, SHA256SUMS: sums }));
  assert.equal(sha256(withSums), sha256(await packed(memoryFiles(sample))));
});

test("writeArchive() names no time, no name and no system in the gzip header", async () => {
  const header = (await packed(memoryFiles(sample))).subarray(0, 10);
  assert.deepEqual([...header], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
});

test("writeArchive() keeps empty folders and leaves out those that their files imply", async () => {
  const file = memoryEntry("a/b", Buffer.from("x"));
  const dash = memoryEntry("a-b", Buffer.from("x"));
  const full = odd("a", "folder");
  const empty = odd("e", "folder");
  const byPath = await packed(setOf(full, dash, file, empty));
  const byPlace = await packed(setOf(dash, full, file, empty));
  assert.equal(sha256(byPath), sha256(byPlace));
  const names = Object.keys(await unpacked(byPath));
  assert.deepEqual(names, ["top/a-b", "top/a/b", "top/e", "top/SHA256SUMS"]);
});

test("writeArchive() refuses a bundle whose own sums do not match, and says where", async () => {
  const sums = await computeSums(memoryFiles(sample));
  const changes: readonly Contents[] = [
    { ...sample, "a.txt": "other" },
    { ...sample, extra: "x" },
    { "a.txt": "one" },
  ];
  for (const files of changes) {
    const error = await packed(memoryFiles({ ...files, SHA256SUMS: sums })).catch(
      (thrown) => thrown,
    );
    assert.equal(error.code, "E_SUMS");
    assert.ok(error.findings.length > 0);
  }
  await assert.rejects(packed(memoryFiles({ a: "x", SHA256SUMS: "nonsense\n" })), {
    code: "E_SUMS",
  });
  await assert.rejects(packed(setOf(odd("SHA256SUMS", "link"))), { code: "E_SUMS" });
});

test("writeArchive() refuses a workspace, links, devices and names others could not unpack", async () => {
  const refuses = async (code: string, ...entries: readonly FileEntry[]) =>
    assert.rejects(packed(setOf(...entries)), { name: "HoldallError", code });
  await refuses("E_PROTECTED", memoryEntry(".holdall/store.db", new Uint8Array()));
  await refuses("E_PROTECTED", memoryEntry("deep/.Holdall/x", new Uint8Array()));
  await refuses("E_PROTECTED", memoryEntry("workspace/files/.git/config", new Uint8Array()));
  await refuses("E_PROTECTED", memoryEntry(".claude/settings.json", new Uint8Array()));
  await refuses("E_LINK", odd("l", "link"));
  await refuses("E_LINK", odd("d", "other"));
  await refuses("E_PATH", odd("a\ufffd", "other"));
  await refuses("E_PATH", memoryEntry("A", new Uint8Array()), memoryEntry("a", new Uint8Array()));
  await refuses("E_PATH", memoryEntry("a\\b", new Uint8Array()));
  await refuses("E_PATH", memoryEntry("a\u202eb", new Uint8Array()));
  await refuses("E_LIMIT", memoryEntry("n".repeat(256), new Uint8Array()));
});

test("writeArchive() refuses a top folder that is not one harmless name", async () => {
  for (const top of ["", ".", "..", "a/b", "/a", "C:a", "a\\b"]) {
    await assert.rejects(packed(memoryFiles(sample), top), { code: "E_PATH" });
  }
  for (const top of ["-Tlist", "--help", "host:path", "new\nline", "..id"]) {
    assert.ok(`${top}/z` in (await unpacked(await packed(memoryFiles(sample), top))));
  }
});

test("writeArchive() refuses a file that changes its size while it is read", async () => {
  for (const size of [2, 4]) {
    const entry = { ...memoryEntry("a", Buffer.from("abc")), size };
    await assert.rejects(packed(setOf(entry)), { code: "E_IO" });
  }
});

test("readArchive() gives back what writeArchive() was given", async () => {
  const name = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .filter(
      (text) =>
        text !== "." &&
        text !== ".." &&
        !/[\\/\0]|^[A-Za-z]:|^SHA256SUMS$/i.test(text) &&
        hiddenFault(text) === null &&
        protectedPath(text) === null,
    );
  const path = fc.array(name, { minLength: 1, maxLength: 8 });
  const tree = fc.array(fc.tuple(path, fc.string({ maxLength: 2000 })), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(tree, fc.integer({ min: 1, max: 5000 }), async (files, piece) => {
      // A number in front of each path keeps them from colliding.
      const entries = files.map(([names, text], index) => [`${index}${names.join("/")}`, text]);
      const contents: Contents = Object.fromEntries(entries);
      const { "top/SHA256SUMS": sums, ...rest } = await unpacked(
        await packed(memoryFiles(contents)),
        widestLimits,
        piece,
      );
      assert.equal(sums, await computeSums(memoryFiles(contents)));
      const expected = Object.entries(contents).map(([each, text]) => [
        `top/${each}`,
        Buffer.from(text).toString(),
      ]);
      assert.deepEqual(rest, Object.fromEntries(expected));
    }),
    { numRuns: 60 },
  );
});

test("readArchive() refuses an archive cut off anywhere", async () => {
  const full = await packed(memoryFiles(sample));
  for (let length = 0; length < full.length; length += 7) {
    await assert.rejects(unpacked(full.subarray(0, length)), { code: "E_ARCHIVE" }, `${length}`);
  }
  await assert.rejects(unpacked(full.subarray(0, -1)), { code: "E_ARCHIVE" });
});

test("readArchive() refuses anything that follows the archive, in whatever pieces it comes", async () => {
  const full = await packed(memoryFiles(sample));
  const tails = [Buffer.from("x"), Buffer.alloc(1), Buffer.alloc(100_000), gzipSync("more"), full];
  for (const tail of tails) {
    for (const piece of [1000, full.length, 1_000_000]) {
      const bytes = Buffer.concat([full, tail]);
      await assert.rejects(unpacked(bytes, widestLimits, piece), { code: "E_ARCHIVE" });
    }
  }
});

test("readArchive() ends in a HoldallError or in the same content when bytes are flipped", async () => {
  const full = await packed(memoryFiles(sample));
  const expected = await unpacked(full);
  const flip = fc.tuple(fc.nat({ max: full.length - 1 }), fc.integer({ min: 1, max: 255 }));
  await fc.assert(
    fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 4 }), async (flips) => {
      const bytes = Buffer.from(full);
      for (const [at, bits] of flips) bytes[at] = (bytes[at] ?? 0) ^ bits;
      const result = await unpacked(bytes).catch((error) => error);
      if (result instanceof Error) assert.ok(result instanceof HoldallError, String(result.stack));
      else assert.deepEqual(result, expected);
    }),
    { numRuns: 300 },
  );
});

test("readArchive() ends in a HoldallError or in members when the tar inside is changed", async () => {
  const tar = gunzipSync(await packed(memoryFiles({ ...sample, größe: "x" })));
  const flip = fc.tuple(fc.nat({ max: tar.length - 1 }), fc.nat({ max: 255 }));
  await fc.assert(
    fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 4 }), async (flips) => {
      const bytes = Buffer.from(tar);
      for (const [at, byte] of flips) bytes[at] = byte;
      const result = await unpacked(gzipSync(bytes, { level: 1 })).catch((error) => error);
      if (result instanceof Error) assert.ok(result instanceof HoldallError, String(result.stack));
    }),
    { numRuns: 200 },
  );
});

test("readArchive() refuses a bomb by its ratio, and a tiny archive of zeros not", async () => {
  const zeros = (size: number) => packed(memoryFiles({ zeros: Buffer.alloc(size) }));
  await assert.rejects(unpacked(await zeros(8_000_000)), { code: "E_LIMIT" });
  assert.equal((await unpacked(await zeros(500_000)))["top/zeros"]?.length, 500_000);
});

test("readArchive() refuses a bomb before its bytes come", async () => {
  const bomb = await packed(memoryFiles({ zeros: Buffer.alloc(8_000_000) }));
  const members = readArchive(inPieces(bomb), widestLimits);
  await assert.rejects(members.next(), { code: "E_LIMIT" });
});
