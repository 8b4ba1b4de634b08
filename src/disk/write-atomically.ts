import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import type { FileEntry, FileTree } from "../base/file-set.ts";
import { pathFault } from "../base/paths.ts";
import { systemCode, toIoError } from "./io-error.ts";
import { keepTemporary, removeTemporary, temporaryBeside } from "./temporary.ts";

/** Whether something stands at a path, a broken link included. */
export function exists(target: string): boolean {
  try {
    return fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Nothing stands below a file.
    if (systemCode(error) === "ENOTDIR") return false;
    throw toIoError(error, `look at "${target}"`);
  }
}

/** Refuses a target whose folder is not there. */
export function requireParent(target: string): void {
  if (fs.statSync(path.dirname(target), { throwIfNoEntry: false })?.isDirectory()) return;
  throw new HoldallError("E_NOT_FOUND", `Cannot write "${target}": its folder does not exist`, {
    cure: "create the folder first",
  });
}

/** How a target that already exists is treated. */
export interface AtomicWriteOptions {
  /** Replace what is there. The caller has made sure that it is a bundle. */
  readonly replace?: boolean;
  /** Told where parts of what was replaced lie, when they cannot be removed. */
  readonly onLeftover?: (location: string) => void;
}

/**
 * Builds a file or folder beside its target and renames it into place, so that a reader sees the old
 * thing or the new one and a failure leaves the old one as it was.
 */
export async function writeAtomically<Result>(
  target: string,
  build: (temporary: string) => Promise<Result> | Result,
  options: AtomicWriteOptions = {},
): Promise<Result> {
  requireParent(target);
  if (exists(target) && !options.replace) throw alreadyThere(target);
  const temporary = temporaryBeside(target);
  try {
    const result = await build(temporary);
    if (exists(target) && !options.replace) throw alreadyThere(target);
    const old = swap(temporary, target);
    keepTemporary(temporary);
    if (old !== null) discard(old, options);
    return result;
  } catch (error) {
    throw named(target, temporary, toIoError(error, `write "${target}"`));
  } finally {
    removeTemporary(temporary);
  }
}

/** A fault with writing, told about the target and not about the name it was built under. */
function named(target: string, temporary: string, error: unknown): unknown {
  if (!(error instanceof HoldallError) || !error.message.includes(temporary)) return error;
  const message = error.message.replaceAll(temporary, target);
  return new HoldallError(error.code, message, { cause: error.cause, findings: error.findings });
}

/** Times that another process may take the target between two of our steps. */
const TRIES = 20;

/** Puts the new thing into the target's place and returns where the old one lies now, if there was one. */
function swap(temporary: string, target: string): string | null {
  for (let left = TRIES; ; left--) {
    const old = stepAside(target, temporary);
    try {
      fs.renameSync(temporary, target);
      return old;
    } catch (error) {
      if (old !== null) putBack(old, target);
      if (left === 0 || !TAKEN.has(systemCode(error))) throw error;
    }
  }
}

/** Removes what was replaced. The new thing stands by now, so remains are worth a word and no failure. */
function discard(old: string, { onLeftover }: AtomicWriteOptions): void {
  try {
    removeTemporary(old);
  } catch {
    onLeftover?.(old);
  }
}

/** What a rename says when something that it cannot replace stands at its target. */
const TAKEN = new Set(["EEXIST", "EISDIR", "ENOTDIR", "ENOTEMPTY"]);

/** Moves away what a rename cannot replace; a file takes a file's place in one step. */
function stepAside(target: string, temporary: string): string | null {
  const there = fs.lstatSync(target, { throwIfNoEntry: false });
  if (!there || (there.isFile() && fs.lstatSync(temporary).isFile())) return null;
  const old = temporaryBeside(target);
  try {
    fs.renameSync(target, old);
    return old;
  } catch (error) {
    keepTemporary(old);
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

function putBack(old: string, target: string): void {
  try {
    fs.renameSync(old, target);
    keepTemporary(old);
  } catch (error) {
    // Another process has put its own bundle there, which is newer.
    if (!TAKEN.has(systemCode(error))) throw error;
    removeTemporary(old);
  }
}

function alreadyThere(target: string): HoldallError {
  return new HoldallError("E_EXISTS", `Cannot write "${target}": it already exists`, {
    cure: "choose another place, or add --force to replace a bundle",
  });
}

/** Writes the files of a tree below a folder that does not exist yet. */
export async function writeTree(tree: FileTree, folder: string): Promise<void> {
  fs.mkdirSync(folder, { mode: 0o755 });
  const made = new Set<string>([""]);
  for (const [relative, content] of tree) {
    const fault = pathFault(relative);
    if (fault) throw new HoldallError("E_PATH", `Cannot write "${relative}": the path ${fault}`);
    const parent = path.posix.dirname(relative);
    if (parent !== "." && !made.has(parent)) {
      fs.mkdirSync(path.join(folder, parent), { recursive: true });
      made.add(parent);
    }
    await writeEntry(content, path.join(folder, relative));
  }
}

/** Writes one file where nothing stands yet. */
export async function writeEntry(content: Uint8Array | FileEntry, absolute: string): Promise<void> {
  if (content instanceof Uint8Array) {
    fs.writeFileSync(absolute, content, { flag: "wx" });
    return;
  }
  const descriptor = fs.openSync(absolute, "wx", content.mode & 0o111 ? 0o755 : 0o644);
  try {
    for await (const chunk of content.read()) fs.writeFileSync(descriptor, chunk);
  } finally {
    fs.closeSync(descriptor);
  }
}
