import fs from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { HoldallError } from "../../base/errors.ts";

// Layout of SQLite's index of the log (https://sqlite.org/walformat.html, sections 2.1 and 2.2): a header of
// 48 bytes in two copies, then how far the log was moved into the database. Numbers are in the byte order of
// the machine, which alone uses the file.
const HEADER_BYTES = 136;
const PAGE_SIZE_AT = 14;
const FRAMES_AT = 16;
const MOVED_AT = 96;
/** A page size of 65,536 does not fit its field; SQLite stores 1 for it. */
const MAX_PAGE_BYTES = 65_536;
/** Sizes inside the log: its own header, and that of every frame. */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Checks that must agree: another process may be writing both files, and one look may fall in
 * between.
 */
const LOOKS = 3;
const BETWEEN_LOOKS_MS = 20;

/**
 * Refuses a database whose write-ahead log with the newest commits was removed or cut off. SQLite
 * would silently continue with the state before them. It can be detected when a process died and
 * its index of the log (`-shm`) remains: the index is compared with the log before SQLite creates a
 * new one.
 */
export async function requireLog(database: string): Promise<void> {
  for (let look = 1; ; look++) {
    const lost = lostFrames(database);
    if (lost === 0) return;
    if (look === LOOKS) throw logIsGone(database, lost);
    await wait(BETWEEN_LOOKS_MS);
  }
}

/** Pages of committed transactions that should be in the log and are not. */
function lostFrames(database: string): number {
  const index = readStart(`${database}-shm`);
  if (index === null) return 0;
  const { pageSize, frames, moved } = index;
  const size = fs.statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const present = Math.floor((size - LOG_HEADER_BYTES) / (FRAME_HEADER_BYTES + pageSize));
  return frames > moved && present < frames ? frames - Math.max(moved, present, 0) : 0;
}

function readStart(file: string) {
  const bytes = firstBytes(file);
  if (bytes === null || bytes.length < HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  const size = view.getUint16(PAGE_SIZE_AT, isLittle);
  return {
    pageSize: size === 1 ? MAX_PAGE_BYTES : size,
    frames: view.getUint32(FRAMES_AT, isLittle),
    moved: view.getUint32(MOVED_AT, isLittle),
  };
}

/** Null when there is no such file, or none that this user may read. */
function firstBytes(file: string): Buffer | null {
  let descriptor: number | null = null;
  try {
    descriptor = fs.openSync(file, "r");
    const bytes = Buffer.alloc(HEADER_BYTES);
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, HEADER_BYTES, 0));
  } catch {
    return null;
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}

function logIsGone(database: string, pages: number): HoldallError {
  return new HoldallError(
    "E_STORE",
    `Cannot open "${database}": the newest commits are missing, because "${database}-wal" was removed or cut off (${pages} pages)`,
    {
      cure: `restore that file; or remove "${database}-shm" to continue without the newest events`,
    },
  );
}
