/**
 * Small files that this program keeps in a workspace. A project's files may come from anyone, so no link is
 * followed below the workspace's own folder.
 */

import fs from "node:fs";
import path from "node:path";
import { pathInside } from "../../disk/path-inside.ts";
import { createOwnFile } from "../../disk/replace-text-file.ts";
import { createFolders } from "../../durable/files.ts";

/** The largest file of ours that is read back. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Creates a folder of the workspace that Git ignores, such as `.curator/docs_cos`. */
export function createIgnoredFolder(root: string, relative: string): string {
  const folder = pathInside(root, relative);
  createFolders(folder, 0o700);
  const [top = relative] = relative.split("/");
  const ignore = path.join(root, top, ".gitignore");
  const isThere = fs.lstatSync(ignore, { throwIfNoEntry: false }) !== undefined;
  if (!isThere) createOwnFile(ignore, "*\n", 0o644);
  return folder;
}

/** The text of a file that this program wrote; null when it is none, a link or too large. */
export function readOwnText(file: string): string | null {
  return readOwnBytes(file)?.toString("utf8") ?? null;
}

/** The same as bytes. */
export function readOwnBytes(file: string): Buffer | null {
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    const descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stat = fs.fstatSync(descriptor);
      if (!stat.isFile() || stat.size > MAX_BYTES) return null;
      return fs.readFileSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    return null; // Whatever cannot be read is made again.
  }
}

/** The value of a JSON file that this program wrote; null when there is none that can be read. */
export function readOwnJson(file: string): unknown {
  try {
    return JSON.parse(readOwnText(file) ?? "null");
  } catch {
    return null;
  }
}

/** What distinguishes a file from an earlier state of it on this machine, and when it was last written. */
export function versionOf({ size, mtimeMs, ctimeMs, ino }: fs.Stats) {
  return {
    version: `${size}:${mtimeMs}:${ctimeMs}:${ino}`,
    changed: Math.max(mtimeMs, ctimeMs),
  };
}

/** A file that was written so short a time ago may change again without its times changing. */
const SETTLED_MS = 2000;

/** What was last written before this time has settled. */
export function settledBefore(): number {
  return Date.now() - SETTLED_MS;
}

/** Whether what is found in a file that was last written then may be kept. */
export function hasSettled(changed: number): boolean {
  return changed < settledBefore();
}
