import fs from "node:fs";
import path from "node:path";
import {
  compareBytes,
  type Digest,
  type FileEntry,
  type FileKind,
  type FileSet,
  flattenBatches,
  withPath,
} from "../base/file-set.ts";
import { pathFault } from "../base/paths.ts";
import { digestFile } from "./digest-file.ts";
import { ioError, systemCode } from "./io-error.ts";
import { openForReading, READ_CHUNK, withReadError } from "./open-file.ts";
import { isYieldDue, yieldToEventLoop } from "./yield-to-event-loop.ts";

/** A pass tells that it goes on after as many files as it hands over at once. */
const BATCH = 500;

/**
 * The files of a folder on disk. System calls are synchronous: for many small files that is several
 * times faster than the thread pool, and a command has nothing else to do meanwhile. `onMany` hears
 * from time to time how many files a pass has seen.
 */
export function folderFiles(folder: string, onMany?: (count: number) => void): FileSet {
  const root = path.normalize(folder);
  return {
    entries: () => flattenBatches(walk(root, onMany)),
    batches: () => walk(root, onMany),
    get: async (relative) => {
      if (pathFault(relative) !== null) return null;
      const stat = lstatInside(root, relative);
      return stat && fileEntry(root, relative, kindOf(stat));
    },
  };
}

/** A file set of one file, under its base name. */
export function singleFile(file: string): FileSet {
  const folder = path.dirname(file);
  const name = path.basename(file);
  const entry = fileEntry(folder, name, "file");
  return {
    async *entries() {
      yield entry;
    },
    get: async (relative) => (relative === name ? entry : null),
  };
}

/** The bytes of one file, in pieces. */
export function bytesOfFile(file: string): AsyncIterable<Uint8Array> {
  return fileEntry(path.dirname(file), path.basename(file), "file").read();
}

async function* walk(
  root: string,
  onMany?: (count: number) => void,
): AsyncGenerator<readonly FileEntry[]> {
  let count = 0;
  let batch: FileEntry[] = [];
  try {
    for (const entry of walkAtOnce(root)) {
      if (batch.push(entry) < BATCH) continue;
      count += batch.length;
      onMany?.(count);
      if (isYieldDue()) await yieldToEventLoop();
      yield batch;
      batch = [];
    }
  } catch (error) {
    // What stands before a folder that cannot be read is worth looking at.
    yield batch;
    throw error;
  }
  yield batch;
}

function* walkAtOnce(root: string): Generator<FileEntry> {
  // A stack instead of recursion: each level of delegated generators costs every entry below it.
  const open = [{ folder: "", left: listFolder(root, ".") }];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const found = level.left.pop()?.found;
    if (!found) {
      open.pop();
      continue;
    }
    const relative = level.folder === "" ? found.name : `${level.folder}/${found.name}`;
    // A name that is not UTF-8 comes back with replacement characters and cannot be opened by them.
    const kind = found.name.includes("\ufffd") ? "other" : kindOf(found);
    yield fileEntry(root, relative, kind);
    if (kind === "folder") {
      open.push({ folder: relative, left: listFolder(root, relative) });
    }
  }
}

/** What stands in one folder, last first, so that it can be taken off the end. */
function listFolder(root: string, relative: string): { found: fs.Dirent; key: string }[] {
  const folder = path.join(root, relative);
  // Folders sort as "name/", so that the order is that of whole paths.
  return withReadError(relative, () => fs.readdirSync(folder, { withFileTypes: true }))
    .map((found) => ({ found, key: found.isDirectory() ? `${found.name}/` : found.name }))
    .sort((a, b) => compareBytes(b.key, a.key));
}

function kindOf(found: fs.Dirent | fs.Stats): FileKind {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "folder";
  return found.isSymbolicLink() ? "link" : "other";
}

function lstatInside(root: string, relative: string): fs.Stats | null {
  let at = root;
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
    // A bundle may name anything; what is too long to be a file's name names no file.
    if (systemCode(cause) === "ENAMETOOLONG") return undefined;
    throw ioError(cause, `read "${relative}"`);
  }
}

function fileEntry(root: string, relative: string, kind: FileKind): FileEntry {
  const entry = new DiskEntry(root, relative, kind);
  if (kind !== "link") return entry;
  const absolute = `${root}${path.sep}${relative}`;
  return withPath(entry, relative, {
    target: withReadError(relative, () => fs.readlinkSync(absolute)),
  });
}

/** A class, because a walk makes as many as there are files, and functions of its own would cost each of them. */
class DiskEntry implements FileEntry {
  readonly path: string;
  readonly kind: FileKind;
  readonly #root: string;
  #stat: fs.Stats | undefined;

  constructor(root: string, relative: string, kind: FileKind) {
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
    return readChunks(this.#absolute(), this.path, this.#stat?.size);
  }

  digest(): Digest | Promise<Digest> {
    return digestFile(this.#absolute(), this.path);
  }

  #absolute(): string {
    return `${this.#root}${path.sep}${this.path}`;
  }

  #stats(): fs.Stats {
    this.#stat ??= withReadError(this.path, () => fs.lstatSync(this.#absolute()));
    return this.#stat;
  }
}

async function* readChunks(
  absolute: string,
  relative: string,
  size: number | undefined,
): AsyncGenerator<Uint8Array> {
  const descriptor = openForReading(absolute, relative);
  try {
    // One byte more than expected: a short read then is the end, without asking once more.
    const room = Math.min(READ_CHUNK, (size ?? fs.fstatSync(descriptor).size) + 1);
    for (;;) {
      const chunk = Buffer.allocUnsafe(room);
      const length = fs.readSync(descriptor, chunk, 0, room, null);
      if (isYieldDue()) await yieldToEventLoop();
      if (length > 0) yield chunk.subarray(0, length);
      if (length < room) return;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
