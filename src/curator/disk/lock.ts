import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { HoldallError } from "../../base/errors.ts";
import { isObject } from "../../base/json/value.ts";
import { systemCode } from "../../disk/io-error.ts";
import { readOwnJson } from "./own-files.ts";

/** After this time a lock is abandoned, wherever its process runs. */
const MAX_AGE_MS = 15 * 60 * 1000;
const RETRY_MS = 20;

/** The name of the file that is there while a process works on a responsibility. */
export const LOCK = "lock";

/** Runs work as the only process that changes a responsibility; waits at most `waitMs`. */
export async function withLock<Result>(
  folder: string,
  { what, waitMs = 0 }: { readonly what: string; readonly waitMs?: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const file = path.join(folder, LOCK);
  const end = Date.now() + waitMs;
  while (!acquire(file)) {
    if (Date.now() >= end && !isWithoutOwner(file)) {
      throw new HoldallError("E_LOCKED", `Cannot ${what}: another process is working on it`, {
        cure: "try again when it has finished",
      });
    }
    await wait(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

/** Creates the lock, or takes over one whose process is gone. */
function acquire(file: string): boolean {
  const text = JSON.stringify({ pid: process.pid, host: os.hostname(), at: Date.now() });
  try {
    fs.writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
  if (!isAbandoned(file)) return false;
  // Of several processes that find it abandoned, one succeeds in moving it away.
  const aside = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
  fs.rmSync(aside, { force: true });
  return acquire(file);
}

function isAbandoned(file: string): boolean {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  const owner = ownerOf(file);
  // A lock that has no content yet is just being created.
  if (owner === null) return Date.now() - stat.mtimeMs > 1000;
  if (Date.now() - owner.at > MAX_AGE_MS) return true;
  return owner.host === os.hostname() && !isRunning(owner.pid);
}

/** Whether a lock was created and not yet written, which a process that was killed leaves, too; that ends in a second. */
function isWithoutOwner(file: string): boolean {
  return fs.existsSync(file) && ownerOf(file) === null;
}

function ownerOf(
  file: string,
): { readonly pid: number; readonly host: string; readonly at: number } | null {
  const value = readOwnJson(file);
  if (!isObject(value)) return null;
  const { pid, host, at } = value;
  if (typeof pid !== "number" || typeof host !== "string" || typeof at !== "number") return null;
  return { pid, host, at };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // Signal 0 only asks whether the process exists.
    return true;
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}
