import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/**
 * What is known of a regular file; null for anything else. Whatever is opened at a path that we were
 * given is asked for here first: opening a pipe waits for a writer who may never come.
 */
export async function statRegularFile(path: string): Promise<Stats | null> {
  const stats = await stat(path).catch(() => null); // It may have gone since it was listed.
  return stats?.isFile() ? stats : null;
}
