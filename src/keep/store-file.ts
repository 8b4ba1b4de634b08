import fs from "node:fs";
import type { FileKind, FilePart, FileVersion } from "../backup/backup.ts";
import type { PartWriter } from "../backup/part-writer.ts";
import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { isYieldDue, yieldToEventLoop } from "../disk/yield-to-event-loop.ts";
import { withConsistentDatabase } from "./copy-database.ts";
import { databaseStamp, fileStamp } from "./file-stamp.ts";

/** Bytes of a part. Databases change in many places, a page at a time. */
const PART_BYTES: Readonly<Record<FileKind, number>> = {
  log: 1024 * 1024,
  document: 1024 * 1024,
  database: 64 * 1024,
};

/** A log gets a part for each run that found it longer; with more of them beyond what it needs, they are joined. */
const MAX_SHORT_PARTS = 16;

/** How often a file is read again that was written to meanwhile. */
const MAX_TRIES = 3;

/** A file that was stored. */
export interface StoredFile {
  readonly version: Omit<FileVersion, "id">;
  readonly stamp: string;
  /** Whether a log changed in what was kept of it before. */
  readonly isRewritten: boolean;
}

/** What is stored, and where. */
export interface FileToStore {
  readonly path: string;
  readonly kind: FileKind;
  /** Its content at the last run. */
  readonly before: FileVersion | null;
  readonly writer: PartWriter;
  /** Where a copy of a database may be for a while. */
  readonly scratch: string;
  /** Where parts are read to, of `MAX_PART_BYTES`. One for all files: a new one for each keeps the collector busy. */
  readonly buffer: Buffer;
}

/** The stamp of a file of a kind; null when it is not there. */
export function stampOf(path: string, kind: FileKind): string | null {
  return kind === "database" ? databaseStamp(path) : fileStamp(path);
}

/** Stores a file as it is at one moment; null when it is not there. */
export async function storeFile(file: FileToStore): Promise<StoredFile | null> {
  const { path, kind } = file;
  for (let left = MAX_TRIES; left > 0; left--) {
    const stamp = stampOf(path, kind);
    if (stamp === null) return null;
    const work = (source: string) => storeOnce(file, source, stamp);
    const { scratch } = file;
    const needsCopy = left < MAX_TRIES;
    const { result: stored, isSnapshot } =
      kind === "database"
        ? await withConsistentDatabase({ database: path, scratch, needsCopy, work })
        : { result: await work(path), isSnapshot: kind === "log" };
    // What was written to a log or a database meanwhile belongs to the next run.
    if (stored !== null && (isSnapshot || stampOf(path, kind) === stamp)) return stored;
  }
  throw new HoldallError("E_LOCKED", `Cannot keep "${path}": it was written to while it was read`, {
    cure: "run `holdall keep now` again when its program has finished",
  });
}

async function storeOnce(
  { kind, before, writer, buffer }: FileToStore,
  source: string,
  stamp: string,
): Promise<StoredFile | null> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const descriptor = fs.openSync(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile()) return null;
    const known = kind === "log" ? before : null;
    const isFragmented = known !== null && countShort(known) > MAX_SHORT_PARTS;
    let isRewritten = known !== null && stats.size < known.bytes;
    const compare = (part: FilePart, hash: string) => {
      if (part.hash !== hash) isRewritten = true;
    };
    const read = (lengths: Iterable<number>) => pieces(descriptor, lengths, buffer);
    if (isFragmented) await hashParts(read, known.parts, compare);
    const parts: FilePart[] = [];
    const lengths = partLengths(stats.size, PART_BYTES[kind], isFragmented ? null : known);
    for await (const bytes of read(lengths)) {
      const part = await writer.add(bytes);
      const old = isFragmented ? undefined : known?.parts[parts.length];
      if (old !== undefined && old.bytes === part.bytes) compare(old, part.hash);
      parts.push(part);
    }
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    if (bytes !== stats.size) return null; // It became shorter while it was read.
    const version = { bytes, modified_ms: stats.mtimeMs, mode: stats.mode & 0o777, parts };
    return { version, stamp, isRewritten };
  } finally {
    fs.closeSync(descriptor);
  }
}

function countShort({ parts, bytes }: FileVersion): number {
  return parts.length - Math.ceil(bytes / PART_BYTES.log);
}

/** Where a file is divided: where it was before, so that its old part is found again, then every so many bytes. */
function* partLengths(size: number, usual: number, before: FileVersion | null): Generator<number> {
  let at = 0;
  for (const { bytes } of before?.parts ?? []) {
    if (at + bytes > size) break;
    yield bytes;
    at += bytes;
  }
  for (; at < size; at += usual) yield Math.min(usual, size - at);
}

async function hashParts(
  read: (lengths: Iterable<number>) => AsyncIterable<Uint8Array>,
  parts: readonly FilePart[],
  onPart: (part: FilePart, hash: string) => void,
): Promise<void> {
  let at = 0;
  for await (const bytes of read(parts.map((part) => part.bytes))) {
    const part = parts[at++];
    if (part !== undefined) onPart(part, sha256(bytes));
  }
}

/** The bytes of a file in pieces of some lengths; a piece may be used until the next one is taken. */
async function* pieces(
  descriptor: number,
  lengths: Iterable<number>,
  buffer: Buffer,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for (const length of lengths) {
    let done = 0;
    while (done < length) {
      const read = fs.readSync(descriptor, buffer, done, length - done, position + done);
      if (read === 0) break;
      done += read;
    }
    position += done;
    if (done > 0) yield buffer.subarray(0, done);
    if (done < length) return;
    if (isYieldDue()) await yieldToEventLoop();
  }
}
