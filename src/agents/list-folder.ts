import { readdirSync } from "node:fs";

/**
 * The names in a folder, sorted; none when there is no such folder. It is read at once: handing hundreds of
 * small folders to another thread takes longer than reading them.
 */
export async function listFolder(folder: string): Promise<string[]> {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOENT" || code === "ENOTDIR";
}
