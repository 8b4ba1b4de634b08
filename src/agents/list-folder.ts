import { readdir } from "node:fs/promises";

/** The names in a folder, sorted; none when there is no such folder. */
export async function listFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
  return names.sort();
}
