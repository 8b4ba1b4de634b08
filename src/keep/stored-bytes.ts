import fs from "node:fs";
import path from "node:path";

/** What the files of a backup take. */
export function storedBytes(folder: string): number {
  let bytes = 0;
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const stats = fs.lstatSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    if (stats?.isFile()) bytes += stats.size;
  }
  return bytes;
}
