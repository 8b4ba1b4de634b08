import fs from "node:fs";
import { open, readdir } from "node:fs/promises";
import path from "node:path";

/** Syncs that run at once: a file system writes several in one go, and Node has four threads for them. */
const AT_ONCE = 4;

/** What file systems answer that cannot sync a folder; they keep its names in another way. */
const UNSUPPORTED = new Set(["EINVAL", "ENOTSUP", "EISDIR"]);

/** Waits until the names in a folder are on disk: what was created, renamed or removed there. */
export function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(descriptor);
  } catch (error) {
    if (!UNSUPPORTED.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Waits until a file, or a folder with everything in it, is on disk. Its own name is not: that is up to the folder
 * that it is in. Links are names, and are not followed.
 */
export async function syncTree(location: string): Promise<void> {
  if (!fs.lstatSync(location).isDirectory()) return syncFile(location);
  const folders = [location];
  for (const folder of folders) {
    const files: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isFile()) files.push(path.join(folder, entry.name));
      if (entry.isDirectory()) folders.push(path.join(folder, entry.name));
    }
    await forEach(files, syncFile);
  }
  await forEach(folders, async (folder) => syncFolder(folder));
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function forEach(
  items: readonly string[],
  work: (item: string) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
}
