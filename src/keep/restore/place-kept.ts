import path from "node:path";
import type { Backup, FileVersion } from "../../backup/backup.ts";
import { layOutFile } from "../../backup/lay-out-file.ts";
import { removeTemporary, temporaryBeside } from "../../disk/temporary.ts";
import { createFolders, type FileToPlace, placeFiles } from "../../durable/files.ts";
import { syncTree } from "../../durable/sync.ts";

/** A kept content and where it goes. */
export interface KeptFileToPlace {
  readonly version: FileVersion;
  readonly target: string;
  /** Whether a shorter state of it is there. */
  readonly replaces: boolean;
}

/** Files that are on disk together before they get their names; more would wait for nothing. */
const BATCH = 256;
const SYNCED_AT_ONCE = 4;

/** Puts files into place: each is complete and on disk before it has its name. Returns targets that were taken meanwhile. */
export async function placeKeptFiles(
  backup: Backup,
  files: readonly KeptFileToPlace[],
  onFile: () => void,
): Promise<readonly string[]> {
  const taken: string[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    const waiting: FileToPlace[] = [];
    try {
      for (const { version, target, replaces } of files.slice(at, at + BATCH)) {
        onFile();
        createFolders(path.dirname(target), 0o700);
        const from = temporaryBeside(target);
        waiting.push({ from, target, replaces });
        await layOutFile(backup, version, from);
      }
      await syncAll(waiting.map(({ from }) => from));
      taken.push(...placeFiles(waiting).map(({ target }) => target));
    } finally {
      for (const { from } of waiting) removeTemporary(from);
    }
  }
  return taken;
}

async function syncAll(files: readonly string[]): Promise<void> {
  const left = files.values();
  const work = async () => {
    for (const file of left) await syncTree(file);
  };
  await Promise.all(Array.from({ length: SYNCED_AT_ONCE }, work));
}
