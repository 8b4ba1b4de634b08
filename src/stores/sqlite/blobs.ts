/**
 * Artifacts as files, one per SHA-256. A file appears under its name only when its bytes are on
 * disk: write to `tmp`, sync, link to the final name, sync the folder. A crash leaves at most a
 * file in `tmp`, which a later opening removes. Artifacts are written outside the database's
 * transaction; one whose transaction was rolled back is unreferenced and left to the garbage
 * collection.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { compareBytes } from "../../base/file-set.ts";
import { isSha256, randomName } from "../../base/hash.ts";
import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { createFile, createFolders } from "../../durable/files.ts";
import { syncFolder } from "../../durable/sync.ts";
import type { Artifacts } from "../store.ts";

// Older than any write takes: a younger file may belong to a writer at work.
const LEFTOVER_MS = 60 * 60 * 1000;
// Symbolic links are not followed, and a named pipe in place of a file does not block the reader.
const READ =
  fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);

/** Blobs as files of a folder, one per SHA-256; `tmp` beside it contains what is being written. */
export function fileArtifacts(workspace: string): Artifacts {
  const blobs = path.join(workspace, "blobs");
  const temporary = path.join(workspace, "tmp");
  const fileOf = (sha256: string) => path.join(blobs, sha256);
  return {
    put: async (sha256, bytes) =>
      withDiskErrors("keep", sha256, () => {
        if (blobExists(fileOf(sha256), bytes.length)) {
          // Renews its time, so that a garbage collection in progress keeps it.
          fs.utimesSync(fileOf(sha256), new Date(), new Date());
          syncFolder(blobs); // Whoever wrote it may not have come to that.
          return;
        }
        writeDurably(bytes, path.join(temporary, randomName()), fileOf(sha256));
      }),
    get: async (sha256) => withDiskErrors("read", sha256, () => readFile(fileOf(sha256))),
    size: async (sha256) => withDiskErrors("find", sha256, () => sizeOf(fileOf(sha256))),
    remove: async (sha256) => withDiskErrors("remove", sha256, () => removeFile(fileOf(sha256))),
    async *list() {
      const names = withDiskErrors("list", "blobs", () => fs.readdirSync(blobs));
      for (const name of names.filter(isSha256).sort(compareBytes)) {
        const stat = fs.lstatSync(fileOf(name), { throwIfNoEntry: false });
        if (stat?.isFile()) yield { sha256: name, bytes: stat.size, storedAt: stat.mtimeMs };
      }
    },
  };
}

/** Removes files that crashed writers left. */
export function sweepTemporary(workspace: string, now: number): void {
  const folder = path.join(workspace, "tmp");
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() && now - stat.mtimeMs > LEFTOVER_MS) fs.rmSync(file, { force: true });
  }
}

function withDiskErrors<Result>(verb: string, name: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof HoldallError) throw cause;
    const state = (cause as Error).message;
    throw new HoldallError("E_IO", `Cannot ${verb} artifact "${name}": ${state}`, { cause });
  }
}

/**
 * Bytes that cannot be what the name promises are `E_BLOB`; the hash itself is checked where they
 * are read.
 */
function blobExists(file: string, size?: number): boolean {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return false;
  if (stat.isFile() && (size === undefined || stat.size === size)) return true;
  const state = stat.isFile()
    ? `${formatCount(stat.size, "byte")} instead of ${formatNumber(size ?? 0)}`
    : "not a regular file";
  throw new HoldallError("E_BLOB", `Cannot use artifact "${path.basename(file)}": ${state}`);
}

function sizeOf(file: string): number | null {
  return blobExists(file) ? fs.lstatSync(file).size : null;
}

/**
 * The bytes are on disk before their name is: no reader ever sees a part of them, even after a
 * power failure.
 */
function writeDurably(bytes: Uint8Array, temporary: string, target: string): void {
  createFolders(path.dirname(temporary), 0o700);
  if (createFile(target, bytes, { mode: 0o600, temporary })) return;
  // Another writer was first, with the same bytes; its name may not be on disk yet.
  blobExists(target, bytes.length);
  syncFolder(path.dirname(target));
}

function readFile(file: string): Uint8Array | null {
  if (!blobExists(file)) return null;
  const descriptor = fs.openSync(file, READ);
  try {
    return fs.readFileSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function removeFile(file: string): boolean {
  if (!fs.lstatSync(file, { throwIfNoEntry: false })) return false;
  fs.rmSync(file);
  return true;
}
