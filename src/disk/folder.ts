import fs from "node:fs";
import path from "node:path";
import {
  byteOrderOf,
  type Digest,
  type FileEntry,
  type FileKind,
  type FileSet,
  flattenBatches,
  withPath,
} from "../base/file-set.ts";
import { placeFault } from "../base/paths.ts";
import { digestFile } from "./digest-file.ts";
import { ioError, systemCode } from "./io-error.ts";
import { openForReading, READ_CHUNK, withReadError } from "./open-file.ts";
import { isYieldDue, yieldToEventLoop } from "./yield-to-event-loop.ts";

/** Entries per batch; progress is reported once per batch. */
const BATCH = 500;

/** The folder of a set, referred to by the set and each of its entries: when it is collected, nobody can read there. */
class Root {
  readonly path: string;

  constructor(folder: string) {
    this.path = path.normalize(folder);
  }
}

const roots = new WeakMap<FileSet, Root>();
const unused = new FinalizationRegistry<() => void>((run) => run());

/** Runs something once neither a folder's files nor any entry of them can be reached any more. */
export function whenUnused(files: FileSet, run: () => void): void {
  const root = roots.get(files);
  if (root !== undefined) unused.register(root, run);
}

/**
 * The files of a folder on disk. System calls are synchronous: for many small files that is several
 * times faster than the thread pool, and a command has nothing else to do meanwhile. `onProgress` is
 * called from time to time with the number of files that a pass has seen. What `skips` accepts is not
 * in the set; such a folder is not entered.
 */
export function folderFiles(
  folder: string,
  onProgress?: (count: number) => void,
  skips: Skips = () => false,
): FileSet {
  const root = new Root(folder);
  const files: FileSet = {
    entries: () => flattenBatches(walk(root, skips, onProgress)),
    batches: () => walk(root, skips, onProgress),
    get: async (relative) => {
      if (placeFault(relative) !== null || isSkipped(relative, skips)) return null;
      const stat = lstatInside(root, relative);
      return stat && fileEntry(root, relative, kindOf(stat));
    },
  };
  roots.set(files, root);
  return files;
}

/** Whether a path, relative and with `/`, is left out of a set. */
type Skips = (relative: string, isFolder: boolean) => boolean;

function isSkipped(relative: string, skips: Skips): boolean {
  for (let at = relative.indexOf("/"); at !== -1; at = relative.indexOf("/", at + 1)) {
    if (skips(relative.slice(0, at), true)) return true;
  }
  return skips(relative, false);
}

/** A file set of one file, under its base name. */
export function singleFile(file: string): FileSet {
  const folder = path.dirname(file);
  const name = path.basename(file);
  const entry = fileEntry(new Root(folder), name, "file");
  return {
    async *entries() {
      yield entry;
    },
    get: async (relative) => (relative === name ? entry : null),
  };
}

/** The bytes of one file, in chunks. */
export function bytesOfFile(file: string): AsyncIterable<Uint8Array> {
  return fileEntry(new Root(path.dirname(file)), path.basename(file), "file").read();
}

async function* walk(
  root: Root,
  skips: Skips,
  onProgress?: (count: number) => void,
): AsyncGenerator<readonly FileEntry[]> {
  let count = 0;
  let batch: FileEntry[] = [];
  try {
    for (const entry of walkSync(root, skips)) {
      if (batch.push(entry) < BATCH) continue;
      count += batch.length;
      onProgress?.(count);
      if (isYieldDue()) await yieldToEventLoop();
      yield batch;
      batch = [];
    }
  } catch (error) {
    // The entries before a folder that cannot be read are still worth checking.
    yield batch;
    throw error;
  }
  yield batch;
}

function* walkSync(root: Root, skips: Skips): Generator<FileEntry> {
  // A stack instead of recursion: with nested generators, every entry passes through each level above it.
  const open = [{ folder: "", left: listFolder(root, ".") }];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const found = level.left.pop();
    if (!found) {
      open.pop();
      continue;
    }
    const relative = level.folder === "" ? found.name : `${level.folder}/${found.name}`;
    // Node returns a name that is not UTF-8 with replacement characters; such a file cannot be opened.
    const kind = found.name.includes("\ufffd") ? "other" : kindOf(found);
    if (skips(relative, kind === "folder")) continue;
    yield fileEntry(root, relative, kind);
    if (kind === "folder") {
      open.push({ folder: relative, left: listFolder(root, relative) });
    }
  }
}

/** The entries of one folder in reverse order, to be popped from the end. */
function listFolder(root: Root, relative: string): fs.Dirent[] {
  const folder = path.join(root.path, relative);
  const found = withReadError(relative, () => fs.readdirSync(folder, { withFileTypes: true }));
  const compare = byteOrderOf(found.map(({ name }) => name));
  return found.sort((a, b) => compare(orderOf(b), orderOf(a)));
}

/** A folder sorts as "name/", so that the order is that of full paths. */
function orderOf(found: fs.Dirent): string {
  return found.isDirectory() ? `${found.name}/` : found.name;
}

function kindOf(found: fs.Dirent | fs.Stats): FileKind {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "folder";
  return found.isSymbolicLink() ? "link" : "other";
}

function lstatInside(root: Root, relative: string): fs.Stats | null {
  let at = root.path;
  let stat: fs.Stats | undefined;
  for (const segment of relative.split("/")) {
    if (stat && !stat.isDirectory()) return null;
    at = path.join(at, segment);
    stat = lstatOf(at, relative);
    if (!stat) return null;
  }
  return stat ?? null;
}

function lstatOf(absolute: string, relative: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(absolute, { throwIfNoEntry: false });
  } catch (cause) {
    // A bundle may contain any path; one that is too long cannot exist.
    if (systemCode(cause) === "ENAMETOOLONG") return undefined;
    throw ioError(cause, `read "${relative}"`);
  }
}

function fileEntry(root: Root, relative: string, kind: FileKind): FileEntry {
  const entry = new DiskEntry(root, relative, kind);
  if (kind !== "link") return entry;
  const absolute = `${root.path}${path.sep}${relative}`;
  return withPath(entry, relative, {
    target: withReadError(relative, () => fs.readlinkSync(absolute)),
  });
}

/** A class, because there is one per file: closures for each would cost more than reading it. */
class DiskEntry implements FileEntry {
  readonly path: string;
  readonly kind: FileKind;
  readonly #root: Root;
  #stat: fs.Stats | undefined;

  constructor(root: Root, relative: string, kind: FileKind) {
    this.path = relative;
    this.kind = kind;
    this.#root = root;
  }

  get mode(): number {
    return this.#stats().mode & 0o7777;
  }

  get size(): number {
    return this.kind === "file" ? this.#stats().size : 0;
  }

  read(): AsyncIterable<Uint8Array> {
    return readChunks(this.#absolute(), this.path, { size: this.#stat?.size });
  }

  readOnce(): AsyncIterable<Uint8Array> {
    return readChunks(this.#absolute(), this.path, { size: this.#stat?.size, isReused: true });
  }

  digest(): Digest | Promise<Digest> {
    return digestFile(this.#absolute(), this.path);
  }

  #absolute(): string {
    return `${this.#root.path}${path.sep}${this.path}`;
  }

  #stats(): fs.Stats {
    this.#stat ??= withReadError(this.path, () => fs.lstatSync(this.#absolute()));
    return this.#stat;
  }
}

/** How the pieces of a file are given. */
interface ChunkOptions {
  /** What it is expected to contain, where that is known. */
  readonly size: number | undefined;
  /** Whether all pieces come in the same memory; else what is read of a large file piles up until it is collected. */
  readonly isReused?: boolean;
}

async function* readChunks(
  absolute: string,
  relative: string,
  { size, isReused = false }: ChunkOptions,
): AsyncGenerator<Uint8Array> {
  const descriptor = openForReading(absolute, relative);
  try {
    // One byte more than expected, so that a short read shows the end without another call.
    const chunkSize = Math.min(READ_CHUNK, (size ?? fs.fstatSync(descriptor).size) + 1);
    let chunk: Buffer | undefined;
    for (;;) {
      if (chunk === undefined || !isReused) chunk = Buffer.allocUnsafe(chunkSize);
      const length = fs.readSync(descriptor, chunk, 0, chunkSize, null);
      if (isYieldDue()) await yieldToEventLoop();
      if (length > 0) yield chunk.subarray(0, length);
      if (length < chunkSize) return;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
