import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  batchesOf,
  compareBytes,
  type FileEntry,
  type FileSet,
  piecesOf,
} from "../../src/base/file-set.ts";

/** Path to content, as a set under test is made from. */
export type Content = Readonly<Record<string, string | Uint8Array>>;

/** One promise of the file-set contract. */
export interface FileSetCheck {
  readonly name: string;
  run(createSet: (content: Content) => FileSet): Promise<void>;
}

/** Names whose order differs between bytes, UTF-16 units and a folder-by-folder walk. */
const ordinary: Content = {
  a: "1",
  "a-b/x": "2",
  "a.txt": "3",
  "b/c/d.json": '{"deep":true}',
  "b/c.txt": "4",
  "b-c": "",
  "ä.md": "5",
  "\ue000": "6",
  "😀": "7",
  "with space": "8",
  "-dash": "9",
  "..name": "10",
  large: new Uint8Array(700_001).fill(7),
};

/** Texts that name nothing in the set, however one looks at them. */
const strangers = [
  "",
  ".",
  "..",
  "/",
  "a/",
  "/a",
  "./a",
  "b//c.txt",
  "b/../a",
  "../outside",
  "b\\c.txt",
  "A",
  "a\0",
  "a/x",
  "b/c.txt/more",
  "__proto__",
  "constructor",
  "toString",
  "x".repeat(300),
  `${"y/".repeat(3000)}z`,
  "\ud800",
];

/** The contract of `src/base/file-set.ts`, promise by promise. */
export const fileSetSuite: readonly FileSetCheck[] = [
  {
    name: "batches(), where it is offered, gives what entries() gives",
    async run(createSet) {
      const files = createSet(ordinary);
      const singly = await Array.fromAsync(files.entries(), ({ path, kind }) => [path, kind]);
      const batches = await Array.fromAsync(batchesOf(files));
      assert.deepEqual(
        batches.flat().map(({ path, kind }) => [path, kind]),
        singly,
      );
    },
  },
  {
    name: "entries() yields every file once, sorted by the bytes of its path",
    async run(createSet) {
      const entries = await Array.fromAsync(createSet(ordinary).entries());
      const paths = entries.filter(({ kind }) => kind === "file").map(({ path }) => path);
      assert.deepEqual(paths, Object.keys(ordinary).sort(compareBytes));
      const all = entries.map(sortKey);
      assert.deepEqual(all, all.toSorted(compareBytes));
      assert.equal(new Set(all).size, all.length);
    },
  },
  {
    name: "entries() can be walked again and again, and left early",
    async run(createSet) {
      const files = createSet(ordinary);
      for await (const _first of files.entries()) break;
      const once = (await Array.fromAsync(files.entries())).map(sortKey);
      assert.deepEqual((await Array.fromAsync(files.entries())).map(sortKey), once);
    },
  },
  {
    name: "get() answers for every path that entries() yields",
    async run(createSet) {
      const files = createSet(ordinary);
      for await (const entry of files.entries()) {
        const found = await files.get(entry.path);
        assert.equal(found?.path, entry.path);
        assert.equal(found?.kind, entry.kind);
        assert.equal(found?.size, entry.size);
        assert.equal(found?.mode, entry.mode);
      }
    },
  },
  {
    name: "get() gives null for every other text",
    async run(createSet) {
      const files = createSet(ordinary);
      for (const path of strangers) {
        assert.equal(await files.get(path), null, JSON.stringify(path.slice(0, 40)));
      }
    },
  },
  {
    name: "read() gives the bytes, as often as it is asked, and size counts them",
    async run(createSet) {
      const files = createSet(ordinary);
      for (const [path, content] of Object.entries(ordinary)) {
        const entry = await files.get(path);
        assert.ok(entry, path);
        const expected = Buffer.from(content);
        assert.equal(entry.size, expected.length, path);
        for (let time = 0; time < 2; time++) {
          const bytes = Buffer.concat(await Array.fromAsync(entry.read()));
          assert.ok(bytes.equals(expected), path);
        }
        const pieces: Uint8Array[] = [];
        // A copy of each: the next one may come in its place.
        for await (const piece of piecesOf(entry)) pieces.push(piece.slice());
        assert.ok(Buffer.concat(pieces).equals(expected), `pieces of ${path}`);
      }
    },
  },
  {
    name: "digest() is the SHA-256 and the length of the bytes",
    async run(createSet) {
      const files = createSet(ordinary);
      for (const [path, content] of Object.entries(ordinary)) {
        const entry = await files.get(path);
        const sha256 = createHash("sha256").update(content).digest("hex");
        const size = Buffer.byteLength(content);
        assert.deepEqual(await entry?.digest(), { sha256, size }, path);
        assert.deepEqual(await entry?.digest(), { sha256, size }, path);
      }
    },
  },
  {
    name: "paths named like keys of every object are ordinary paths",
    async run(createSet) {
      const content = Object.fromEntries([
        ["__proto__", "1"],
        ["constructor/prototype", "2"],
        ["hasOwnProperty", "3"],
      ]);
      const files = createSet(content);
      for (const path of Object.keys(content)) assert.equal((await files.get(path))?.path, path);
      assert.equal(await files.get("valueOf"), null);
    },
  },
  {
    name: "an empty set has no entries",
    async run(createSet) {
      assert.deepEqual(await Array.fromAsync(createSet({}).entries()), []);
      assert.equal(await createSet({}).get("a"), null);
    },
  },
];

/** A folder's place is that of what lies below it. */
function sortKey({ path, kind }: FileEntry): string {
  return kind === "folder" ? `${path}/` : path;
}
