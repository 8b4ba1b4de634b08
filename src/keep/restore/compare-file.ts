import fs from "node:fs";
import type { Backup, FileVersion } from "../../backup/backup.ts";
import { sha256 } from "../../base/hash.ts";

/** How a file that is there relates to a kept content. "older" and "newer" have all of the other, and less or more. */
export type FileState = "absent" | "same" | "older" | "newer" | "different";

/** Compares what is at a path with a kept content; a link counts as different. */
export async function compareFile(
  backup: Backup,
  { bytes, parts }: FileVersion,
  target: string,
): Promise<FileState> {
  const stats = fs.lstatSync(target, { throwIfNoEntry: false });
  if (stats === undefined) return "absent";
  if (!stats.isFile()) return "different";
  const descriptor = fs.openSync(target, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
  try {
    let at = 0;
    for (const part of parts) {
      const length = Math.min(part.bytes, stats.size - at);
      if (length <= 0) break;
      const piece = readAt(descriptor, at, length);
      const isSame =
        length === part.bytes
          ? sha256(piece) === part.hash
          : piece.equals(await firstOf(backup, { bytes, parts }, at, length));
      if (!isSame) return "different";
      at += length;
    }
  } finally {
    fs.closeSync(descriptor);
  }
  if (stats.size === bytes) return "same";
  return stats.size < bytes ? "older" : "newer";
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const read = fs.readSync(descriptor, buffer, done, length - done, position + done);
    if (read === 0) return buffer.subarray(0, done);
    done += read;
  }
  return buffer;
}

async function firstOf(
  backup: Backup,
  version: Pick<FileVersion, "bytes" | "parts">,
  from: number,
  length: number,
): Promise<Uint8Array> {
  const full = { id: "", modified_ms: 0, mode: 0, ...version };
  for await (const piece of backup.read(full, from)) return piece.subarray(0, length);
  return new Uint8Array(0);
}
