import fs from "node:fs";
import path from "node:path";

/** The stamp of a link in the place of a folder. */
export const LINK = "link";

/** Whether a link is at a path. */
export function isLink(file: string): boolean {
  return statOf(file)?.isSymbolicLink() ?? false;
}

/** What changes with a file; null for what is no regular file, links included. */
export function fileStamp(file: string): string | null {
  const stats = statOf(file);
  return stats?.isFile() ? `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}:${stats.ino}` : null;
}

/** The same for a database, which is also written to through the files beside it. */
export function databaseStamp(file: string): string | null {
  const own = fileStamp(file);
  return own && [own, contentStamp(`${file}-wal`), contentStamp(`${file}-journal`)].join(" ");
}

/** SQLite sets the permissions of these files again whenever it opens them, which is no change. */
function contentStamp(file: string): string | null {
  const stats = statOf(file);
  return stats?.isFile() ? `${stats.size}:${stats.mtimeMs}:${stats.ino}` : null;
}

/** The same for many folders, most of which are not there: the folders that they would be in are read once. */
export function folderStamps(): (folder: string) => string {
  const listed = new Map<string, ReadonlySet<string>>();
  return (folder) => {
    const parent = path.dirname(folder);
    const names = listed.get(parent) ?? namesIn(parent);
    listed.set(parent, names);
    return names.has(path.basename(folder)) ? folderStamp(folder) : "-";
  };
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(fs.readdirSync(folder));
  } catch {
    return new Set();
  }
}

/** What changes when names in a folder do; one text for every folder that is not there, and one for links. */
export function folderStamp(folder: string): string {
  const stats = statOf(folder);
  if (stats?.isSymbolicLink()) return LINK;
  return stats?.isDirectory() ? `${stats.mtimeMs}:${stats.ino}` : "-";
}

function statOf(file: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined; // It lies below a file, or in a folder that cannot be entered.
  }
}
