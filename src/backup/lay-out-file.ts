import fs from "node:fs";
import type { Backup, FileVersion } from "./backup.ts";

/** Writes a kept content to a path where nothing is, with its time; whoever places it afterwards waits for the disk. */
export async function layOutFile(
  backup: Backup,
  version: FileVersion,
  target: string,
): Promise<void> {
  const descriptor = fs.openSync(target, "wx", 0o600);
  try {
    for await (const bytes of backup.read(version)) writeAll(descriptor, bytes);
    // No kept file is a program, whatever its record states.
    fs.fchmodSync(descriptor, version.mode & 0o666 & ~process.umask());
    const seconds = Math.max(0, version.modified_ms) / 1000;
    fs.futimesSync(descriptor, seconds, seconds);
  } finally {
    fs.closeSync(descriptor);
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
}
