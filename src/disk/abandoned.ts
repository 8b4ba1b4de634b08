import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { protectedPath } from "../base/protected-path.ts";
import { moveFile } from "../durable/files.ts";
import { systemCode } from "./io-error.ts";
import { labelOf, parseTemporaryName, type TemporaryName } from "./temporary-name.ts";

/** A process of another machine cannot be checked; after these times it is assumed to have ended. */
const FOREIGN_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
const FOREIGN_MAX_SWAP_MS = 60 * 1000;

const cleaned = new Set<string>();

/** Cleans a folder up as `cleanUpAbandoned` does, the first time that this process uses it. */
export function cleanUpOnce(folder: string): void {
  if (cleaned.has(folder)) return;
  cleaned.add(folder);
  cleanUpAbandoned(folder);
}

/**
 * Undoes what killed processes left unfinished in a folder. A target is replaced by two renames; when a
 * process is killed between them, the old one lies beside it under a temporary name and is moved back
 * here. All other temporary files and folders are removed. Nothing of a running process is touched.
 *
 * `target` is a name to look for whose label cannot be turned back into it, because it is very long.
 */
export function cleanUpAbandoned(folder: string, target?: string): void {
  const names = listNames(folder);
  const targets = new Map(target === undefined ? [] : [[labelOf(target), target]]);
  for (const name of names) {
    const parsed = parseTemporaryName(name);
    if (parsed === null || !isAbandoned(path.join(folder, name), parsed)) continue;
    const { label, isReplaced } = parsed;
    const original = label !== null && isReplaced ? (targets.get(label) ?? label) : null;
    // Anyone can give a file such a name: it must not become one that programs obey.
    if (original !== null && protectedPath(original) !== null) continue;
    if (original === null) remove(path.join(folder, name));
    else putBack(path.join(folder, name), path.join(folder, original));
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return []; // A folder that cannot be listed is none of ours to clean up.
  }
}

function isAbandoned(location: string, { isLocal, isReplaced, pid }: TemporaryName): boolean {
  const stat = fs.lstatSync(location, { throwIfNoEntry: false });
  if (stat === undefined || (process.getuid && stat.uid !== process.getuid())) return false;
  // After a restart of the machine another process may have the number.
  if (isLocal) return !isRunning(pid) || stat.ctimeMs < Date.now() - os.uptime() * 1000;
  // Between the two renames of a replacement there is no other work, so that a minute is plenty.
  const maxAge = isReplaced ? FOREIGN_MAX_SWAP_MS : FOREIGN_MAX_AGE_MS;
  return Date.now() - stat.ctimeMs > maxAge;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // Signal 0 only asks whether the process exists.
    return true;
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}

function putBack(old: string, target: string): void {
  // With the new thing in place, only the last step of the replacement was missing.
  if (fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
    remove(old);
    return;
  }
  try {
    moveFile(old, target);
  } catch {
    // Another process was faster, or may write here and we may not.
  }
}

function remove(location: string): void {
  try {
    fs.rmSync(location, { recursive: true, force: true });
  } catch {
    // Left for a run with the permission to remove it; it disturbs nothing.
  }
}
