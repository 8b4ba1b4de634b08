import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { cleanUpOnce } from "./abandoned.ts";
import { runAtExit } from "./exit-cleanup.ts";
import { toIoError } from "./io-error.ts";
import { createReplacedName, createTemporaryName } from "./temporary-name.ts";

/** What this process created and has not finished, with the function that cancels its removal at exit. */
const open = new Map<string, () => void>();
/** What the work that is running now created. */
const scope = new AsyncLocalStorage<string[]>();

/**
 * Runs some work and then removes what it left of its temporary files, whether it succeeded or not. A
 * server runs for weeks: what one call unpacked must not stay until it ends.
 */
export function withTemporaries<Result>(work: () => Promise<Result>): Promise<Result> {
  const created: string[] = [];
  return scope.run(created, work).finally(() => created.forEach(removeTemporary));
}

/** Runs some work whose temporary files are still needed; the caller removes them. After a failure none is left. */
export async function collectTemporaries<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly remove: () => void }> {
  const created: string[] = [];
  const remove = () => created.forEach(removeTemporary);
  try {
    return { result: await scope.run(created, work), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Creates a folder that only this user can enter; it is removed when the work or the process ends. */
export function createTemporaryFolder(parent = os.tmpdir()): string {
  cleanUpOnce(parent);
  const folder = path.join(parent, createTemporaryName(null));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw toIoError(error, `create a temporary folder in "${parent}"`);
  }
  register(folder);
  return folder;
}

/** A path beside a target for building its replacement; removed at exit if it is still there. */
export function temporaryBeside(target: string): string {
  const folder = path.dirname(target);
  cleanUpOnce(folder);
  return register(path.join(folder, createTemporaryName(path.basename(target))));
}

/**
 * A path beside a target to move it to before it is replaced. Not removed at exit: until the new one is
 * in place this is the only copy, and the next run moves it back.
 */
export function replacedBeside(target: string): string {
  return path.join(path.dirname(target), createReplacedName(path.basename(target)));
}

/** Removes something that one of these functions created; anything else is left alone. */
export function removeTemporary(location: string): void {
  if (!open.has(location)) return;
  keepTemporary(location);
  fs.rmSync(location, { recursive: true, force: true });
}

/** Forgets a temporary path whose content has been moved to its target. */
export function keepTemporary(location: string): void {
  open.get(location)?.();
  open.delete(location);
}

function register(location: string): string {
  scope.getStore()?.push(location);
  open.set(
    location,
    runAtExit(() => fs.rmSync(location, { recursive: true, force: true })),
  );
  return location;
}
