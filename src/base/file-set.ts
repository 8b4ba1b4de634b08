import { sha256 } from "./hash.ts";

/** What is at a path. Only a `file` has bytes. */
export type FileKind = "file" | "link" | "folder" | "other";

/** SHA-256 and length of a file's bytes. */
export interface Digest {
  readonly sha256: string;
  readonly size: number;
}

/** One path of a file set. It may be an instance of a class: copy it with `withPath`, not by spreading. */
export interface FileEntry {
  /** Relative, `/`-separated, without `.` or `..` segments. */
  readonly path: string;
  readonly kind: FileKind;
  /** POSIX permission bits. */
  readonly mode: number;
  readonly size: number;
  /** Where a link points, verbatim. */
  readonly target?: string;
  /** The bytes of a regular file, in pieces. */
  read(): AsyncIterable<Uint8Array>;
  /** The same, where that saves memory: each piece is overwritten by the next. */
  readOnce?(): AsyncIterable<Uint8Array>;
  /**
   * SHA-256 and length of the bytes. A promise only where it has to wait: with many files, each wait
   * costs more than hashing a small file.
   */
  digest(): Digest | Promise<Digest>;
}

/**
 * A bundle's files, wherever they are: a folder, an unpacked archive, memory, an upload.
 *
 * Contract, checked by test/conformance/file-set-suite.ts against every implementation:
 * - `entries` yields every path once, sorted by the bytes of its UTF-8 form (a folder as if its name
 *   ended in a slash), without following links; folders may be left out;
 * - `batches`, where it is offered, gives the same in the same order;
 * - `get` answers for exactly the paths that `entries` yields, and null for every other text;
 * - nothing outside the set is ever opened.
 */
export interface FileSet {
  entries(): AsyncIterable<FileEntry>;
  /** The same entries in batches, for large sets: one wait per batch instead of one per entry. */
  batches?(): AsyncIterable<readonly FileEntry[]>;
  get(path: string): Promise<FileEntry | null>;
}

/** The entries of any set in batches; a set without batches gives them one by one. */
export function batchesOf(files: FileSet): AsyncIterable<readonly FileEntry[]> {
  return files.batches?.() ?? batchesOfOne(files.entries());
}

async function* batchesOfOne(
  entries: AsyncIterable<FileEntry>,
): AsyncGenerator<readonly FileEntry[]> {
  for await (const entry of entries) yield [entry];
}

/** The entries of a series of batches. */
export async function* flattenBatches(
  batches: AsyncIterable<readonly FileEntry[]>,
): AsyncGenerator<FileEntry> {
  for await (const batch of batches) {
    // Not `yield*`, which creates a promise for every entry.
    for (const entry of batch) yield entry;
  }
}

/** Files to be written: path to bytes, or to an entry of another set that is copied. */
export type FileTree = ReadonlyMap<string, Uint8Array | FileEntry>;

const encoder = new TextEncoder();

/** A file set over bytes in memory. Strings are written as UTF-8. */
export function memoryFiles(files: Readonly<Record<string, Uint8Array | string>>): FileSet {
  const entries = new Map<string, FileEntry>();
  for (const path of Object.keys(files).sort(compareBytes)) {
    const content = files[path] ?? "";
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    entries.set(path, memoryEntry(path, bytes));
  }
  return {
    async *entries() {
      yield* entries.values();
    },
    get: async (path) => entries.get(path) ?? null,
  };
}

/** One regular file over bytes in memory. */
export function memoryEntry(path: string, bytes: Uint8Array): FileEntry {
  return {
    path,
    kind: "file",
    mode: 0o644,
    size: bytes.length,
    async *read() {
      yield bytes;
    },
    digest: () => ({ sha256: sha256(bytes), size: bytes.length }),
  };
}

/** The bytes of a file, for who is done with a piece when asking for the next. */
export function piecesOf(entry: FileEntry): AsyncIterable<Uint8Array> {
  return entry.readOnce?.() ?? entry.read();
}

/** A copy of an entry under another path, optionally with another target, reader or digest. */
export function withPath(
  entry: FileEntry,
  path: string,
  other: Partial<Pick<FileEntry, "target" | "read" | "digest">> = {},
): FileEntry {
  const target = other.target ?? entry.target;
  return {
    path,
    kind: entry.kind,
    // Not copied: on disk, each of these is a system call that may not be needed.
    get mode() {
      return entry.mode;
    },
    get size() {
      return entry.size;
    },
    ...(target === undefined ? {} : { target }),
    read: other.read ?? (() => entry.read()),
    // What replaces the bytes replaces both ways of reading them.
    ...(other.read === undefined && entry.readOnce && { readOnce: () => piecesOf(entry) }),
    digest: other.digest ?? (() => entry.digest()),
  };
}

/** A file set over a tree that was built to be written. */
export function treeFiles(tree: FileTree): FileSet {
  const paths = [...tree.keys()].sort(compareBytes);
  const get = (path: string): FileEntry | null => {
    const file = tree.get(path);
    if (file === undefined) return null;
    return file instanceof Uint8Array ? memoryEntry(path, file) : withPath(file, path);
  };
  return {
    async *entries() {
      for (const path of paths) {
        const entry = get(path);
        if (entry) yield entry;
      }
    },
    get: async (path) => get(path),
  };
}

/** A view of the files below a folder of a set, with paths relative to that folder. */
export function filesBelow(files: FileSet, folder: string): FileSet {
  const prefix = `${folder}/`;
  const rename = (entry: FileEntry): FileEntry => withPath(entry, entry.path.slice(prefix.length));
  return {
    async *entries() {
      for await (const entry of files.entries()) {
        if (entry.path.startsWith(prefix)) yield rename(entry);
      }
    },
    get: async (path) => {
      const entry = path === "" ? null : await files.get(prefix + path);
      return entry && rename(entry);
    },
  };
}

/** Orders strings by the bytes of their UTF-8 form. */
export function compareBytes(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a === b) continue;
    return byteOrderKey(a) - byteOrderKey(b);
  }
  return left.length - right.length;
}

/** Finds characters from which on the engine's own order of strings is not the byte order. */
const ABOVE_BASIC = /[\ud800-\uffff]/;

/** The byte order for these names: the engine's own where that is the same, because it compares much faster. */
export function byteOrderOf(names: readonly string[]): (one: string, other: string) => number {
  if (names.some((name) => ABOVE_BASIC.test(name))) return compareBytes;
  return (one, other) => (one < other ? -1 : one > other ? 1 : 0);
}

/** Whether two strings are in byte order; faster than `compareBytes` for long common prefixes. */
export function areInByteOrder(left: string, right: string): boolean {
  // Below the surrogates, the engine's own order is the byte order.
  return ABOVE_BASIC.test(left) ? compareBytes(left, right) <= 0 : left <= right;
}

/** UTF-16 and UTF-8 order differ only for surrogates against U+E000 to U+FFFF. */
function byteOrderKey(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
