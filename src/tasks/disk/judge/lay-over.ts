import fs from "node:fs";
import path from "node:path";
import type { FileEntry } from "../../../base/file-set.ts";
import { singleFile } from "../../../disk/folder.ts";
import { writeEntry } from "../../../disk/write-atomically.ts";
import type { HiddenFiles } from "../../hidden-files.ts";

/** What laying hidden files over others did. */
export interface LaidOver {
  /** How many hidden files there are. */
  readonly files: number;
  /** Paths at which something else was, or nothing. */
  readonly changed: readonly string[];
}

/**
 * Lays the hidden files of a task over the files of a run. What the run left in their way is removed, a link in the
 * place of a folder too: none is followed.
 */
export async function layOver(hidden: HiddenFiles, folder: string): Promise<LaidOver> {
  const changed: string[] = [];
  let files = 0;
  for await (const { path: relative, content, mode } of hidden.items()) {
    files++;
    const target = path.join(folder, relative);
    changed.push(...clearParents(folder, relative));
    const found = fs.lstatSync(target, { throwIfNoEntry: false });
    if (!found?.isFile() || !(await isSame(content, target))) {
      changed.push(relative);
      fs.rmSync(target, { recursive: true, force: true });
      await writeEntry(content, target);
    }
    fs.chmodSync(target, mode);
  }
  return { files, changed };
}

/** Creates the folders above a file and returns what was no folder and had to give way. */
function clearParents(root: string, relative: string): readonly string[] {
  const names = relative.split("/");
  const cleared: string[] = [];
  for (let length = 1; length < names.length; length++) {
    const parent = names.slice(0, length).join("/");
    const at = path.join(root, parent);
    const found = fs.lstatSync(at, { throwIfNoEntry: false });
    if (found?.isDirectory()) continue;
    if (found !== undefined) {
      fs.unlinkSync(at);
      cleared.push(parent);
    }
    fs.mkdirSync(at);
  }
  return cleared;
}

async function isSame(content: FileEntry, file: string): Promise<boolean> {
  const found = await singleFile(file).get(path.basename(file));
  if (found?.kind !== "file" || found.size !== content.size) return false;
  return (await found.digest()).sha256 === (await content.digest()).sha256;
}
