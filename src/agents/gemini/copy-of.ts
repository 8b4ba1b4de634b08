import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listFolder } from "../list-folder.ts";
import { readHead } from "../records/read-head.ts";
import { OWN_NAME } from "./locate.ts";

/** A session in which Gemini CLI went on with a file, after `--session-file`; null when there is none beside it. */
export async function copyOf(path: string): Promise<string | null> {
  const folder = dirname(path);
  const placed = await stat(path);
  for (const name of await listFolder(folder)) {
    const other = join(folder, name);
    if (!name.startsWith(OWN_NAME) || other === path) continue;
    // A copy is younger than what was copied.
    const modified = (await stat(other).catch(() => null))?.mtimeMs ?? 0;
    if (modified < placed.mtimeMs) continue;
    const head = await readHead(other, (records) => records.length > 1);
    const imported = `Imported session from ${path}`;
    if (head.some(({ type, content }) => type === "info" && content === imported)) return other;
  }
  return null;
}
