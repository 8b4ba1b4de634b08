import fs from "node:fs";
import path from "node:path";
import { readExternalText, replaceTextFile } from "../../disk/replace-text-file.ts";
import { isChanged, MARK, requireOurs, type ScheduleChange } from "./scheduler.ts";

/** Plans files that are all ours; with null each is removed, unless somebody else wrote it. */
export function planFiles(
  files: Readonly<Record<string, string | null>>,
): readonly ScheduleChange[] {
  return Object.entries(files).map(([file, text]) => {
    const before = readExternalText(file);
    if (text !== null) requireOurs(file, before);
    const after = text === null && before?.includes(MARK) === false ? before : text;
    return { file, before, after };
  });
}

/** Makes planned changes, then whatever lets the scheduler know of them; after a failure the files are as before. */
export async function applyFiles(
  changes: readonly ScheduleChange[],
  notify: () => Promise<void>,
): Promise<void> {
  try {
    for (const { file, after } of changes.filter(isChanged)) placeText(file, after);
    await notify();
  } catch (error) {
    for (const { file, before } of changes.filter(isChanged)) placeText(file, before);
    throw error;
  }
}

function placeText(file: string, text: string | null): void {
  if (text !== null) replaceTextFile(file, text);
  else fs.rmSync(file, { force: true });
}

/** Removes folders that are empty, the innermost first, as long as they are below a folder. */
export function removeEmptyFolders(innermost: string, below: string): void {
  for (let at = innermost; at.startsWith(`${below}${path.sep}`); at = path.dirname(at)) {
    const names = fs.existsSync(at) ? fs.readdirSync(at) : [];
    if (names.length > 0) return;
    if (fs.existsSync(at)) fs.rmdirSync(at);
  }
}
