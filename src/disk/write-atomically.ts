import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { type FileEntry, type FileTree, piecesOf } from "../base/file-set.ts";
import { pathFault } from "../base/paths.ts";
import { createProtectedPathGuard } from "../base/protected-path.ts";
import { moveFile } from "../durable/files.ts";
import { syncTree } from "../durable/sync.ts";
import { cleanUpAbandoned } from "./abandoned.ts";
import { systemCode, toIoError } from "./io-error.ts";
import { keepTemporary, removeTemporary, replacedBeside, temporaryBeside } from "./temporary.ts";

/** Whether something is at a path, also a broken link. */
export function exists(target: string): boolean {
  try {
    return fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Nothing can be below a file.
    if (systemCode(error) === "ENOTDIR") return false;
    throw toIoError(error, `look at "${target}"`);
  }
}

/** As `exists`, after moving back a target whose replacement was interrupted by a kill. */
export function existsOrRecovers(target: string): boolean {
  if (exists(target)) return true;
  cleanUpAbandoned(path.dirname(target), path.basename(target));
  return exists(target);
}

/** Refuses a target whose folder does not exist. */
export function requireParent(target: string): void {
  if (fs.statSync(path.dirname(target), { throwIfNoEntry: false })?.isDirectory()) return;
  throw new HoldallError("E_NOT_FOUND", `Cannot write "${target}": its folder does not exist`, {
    cure: "create the folder first",
  });
}

/** How an existing target is treated. */
export interface AtomicWriteOptions {
  /** Replace what is there. The caller has made sure that it is a bundle. */
  readonly replace?: boolean;
  /** Called with the place of what was replaced, when parts of it cannot be removed. */
  readonly onLeftover?: (location: string) => void;
}

/**
 * Builds a file or folder beside its target and renames it into place, so that a reader sees the old
 * one or the new one, and a failure leaves the old one as it was. This is also true for a loss of power: all of the
 * new one is on disk before it gets its name, and the old one is removed when that name is on disk.
 *
 * A file replaces a file in one rename. A folder cannot: the old one is renamed aside first. A process
 * that is killed between the two renames leaves the old one under a name that identifies it, and the
 * next run that looks for the target moves it back (`abandoned.ts`).
 */
export async function writeAtomically<Result>(
  target: string,
  build: (temporary: string) => Promise<Result> | Result,
  options: AtomicWriteOptions = {},
): Promise<Result> {
  requireParent(target);
  if (existsOrRecovers(target) && !options.replace) throw alreadyExists(target);
  const temporary = temporaryBeside(target);
  try {
    const result = await build(temporary);
    if (exists(target) && !options.replace) throw alreadyExists(target);
    await syncTree(temporary);
    const old = options.replace ? swap(temporary, target) : moveToFree(temporary, target);
    keepTemporary(temporary);
    if (old !== null) discard(old, options);
    return result;
  } catch (error) {
    const doing = readPath(error, target, temporary);
    throw withTargetName(target, temporary, toIoError(error, doing ?? `write "${target}"`));
  } finally {
    removeTemporary(temporary);
  }
}

/** A system error may also be about what the target is built from, such as a file that is gone meanwhile. */
function readPath(error: unknown, target: string, temporary: string): string | null {
  const at = error instanceof Error && "path" in error ? error.path : null;
  const isOwn = typeof at !== "string" || at === target || at.startsWith(temporary);
  return isOwn ? null : `read "${at}"`;
}

/** An error about the target, not about the temporary name under which it was built. */
function withTargetName(target: string, temporary: string, error: unknown): unknown {
  if (!(error instanceof HoldallError) || !error.message.includes(temporary)) return error;
  const message = error.message.replaceAll(temporary, target);
  const { code, cause, cure, findings } = error;
  return new HoldallError(code, message, { cause, findings, ...(cure && { cure }) });
}

/** Moves the new thing to a target where nothing is: of several processes the first one wins. */
function moveToFree(temporary: string, target: string): null {
  if (exists(target)) throw alreadyExists(target);
  try {
    moveFile(temporary, target);
    return null;
  } catch (error) {
    throw TAKEN.has(systemCode(error)) ? alreadyExists(target) : error;
  }
}

/** How often another process may take the target between our two renames. */
const MAX_TRIES = 20;

/** Moves the new thing to the target and returns where the old one is now, if there was one. */
function swap(temporary: string, target: string): string | null {
  for (let left = MAX_TRIES; ; left--) {
    const old = moveAside(target, temporary);
    try {
      moveFile(temporary, target);
      return old;
    } catch (error) {
      if (old !== null) moveBack(old, target);
      if (left === 0 || !TAKEN.has(systemCode(error))) throw error;
    }
  }
}

/** Removes what was replaced. The new thing is in place, so leftovers are reported and are no failure. */
function discard(old: string, { onLeftover }: AtomicWriteOptions): void {
  try {
    fs.rmSync(old, { recursive: true, force: true });
  } catch {
    onLeftover?.(old);
  }
}

/** Codes of a rename whose target is something that it cannot replace. */
const TAKEN = new Set(["EEXIST", "EISDIR", "ENOTDIR", "ENOTEMPTY"]);

/** Moves a target aside that a rename cannot replace; a file is replaced by a file in one step. */
function moveAside(target: string, temporary: string): string | null {
  const stat = fs.lstatSync(target, { throwIfNoEntry: false });
  if (!stat || (stat.isFile() && fs.lstatSync(temporary).isFile())) return null;
  const old = replacedBeside(target);
  try {
    // Not synced by itself: whichever of the two renames a loss of power takes, one of both things is complete.
    fs.renameSync(target, old);
    return old;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

function moveBack(old: string, target: string): void {
  try {
    moveFile(old, target);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") return; // Another process took it for abandoned and moved it back.
    if (!TAKEN.has(code)) throw error;
    // Another process has put a newer bundle there.
    fs.rmSync(old, { recursive: true, force: true });
  }
}

function alreadyExists(target: string): HoldallError {
  return new HoldallError("E_EXISTS", `Cannot write "${target}": it already exists`, {
    cure: "choose another path, or add --force to replace a bundle",
  });
}

/** Writes the files of a tree to a folder that does not exist yet. */
export async function writeTree(tree: FileTree, folder: string): Promise<void> {
  fs.mkdirSync(folder, { mode: 0o755 });
  const created = new Set<string>([""]);
  // The last check before anything of a bundle reaches the disk, whichever way it came.
  const guard = createProtectedPathGuard();
  for (const [relative, content] of tree) {
    const fault = pathFault(relative);
    if (fault) throw new HoldallError("E_PATH", `Cannot write "${relative}": the path ${fault}`);
    const found = guard.check(relative, "file");
    if (found)
      throw new HoldallError("E_PROTECTED", `Cannot write "${relative}": it is ${found.what}`);
    const parent = path.posix.dirname(relative);
    if (parent !== "." && !created.has(parent)) {
      fs.mkdirSync(path.join(folder, parent), { recursive: true });
      created.add(parent);
    }
    await writeEntry(content, path.join(folder, relative));
  }
}

/** Writes one file to a path where nothing exists yet. */
export async function writeEntry(content: Uint8Array | FileEntry, absolute: string): Promise<void> {
  if (content instanceof Uint8Array) {
    fs.writeFileSync(absolute, content, { flag: "wx" });
    return;
  }
  const descriptor = fs.openSync(absolute, "wx", content.mode & 0o111 ? 0o755 : 0o644);
  try {
    for await (const chunk of piecesOf(content)) fs.writeFileSync(descriptor, chunk);
  } finally {
    fs.closeSync(descriptor);
  }
}
