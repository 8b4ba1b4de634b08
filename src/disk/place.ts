import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import type { FileEntry, FileTree } from "../base/file-set.ts";
import { pathFault } from "../base/paths.ts";
import { keepTemporary, removeTemporary, temporaryBeside } from "./temporary.ts";

/** Whether something stands at a path, a broken link included. */
export function exists(target: string): boolean {
  return fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined;
}

/** How a target that already exists is treated. */
export interface PlaceOptions {
  /** Replace what is there. The caller has made sure that it is a bundle. */
  readonly replace?: boolean;
}

/**
 * Builds a file or folder beside its target and renames it into place, so that a reader sees the old
 * thing or the new one and a failure leaves the old one as it was.
 */
export async function place(
  target: string,
  build: (temporary: string) => Promise<void> | void,
  options: PlaceOptions = {},
): Promise<void> {
  if (exists(target) && !options.replace) throw alreadyThere(target);
  if (!fs.statSync(path.dirname(target), { throwIfNoEntry: false })?.isDirectory()) {
    throw new HoldallError("E_NOT_FOUND", `Cannot write "${target}": its folder does not exist`, {
      cure: "create the folder first",
    });
  }
  const temporary = temporaryBeside(target);
  try {
    await build(temporary);
    swap(temporary, target, options.replace ?? false);
    keepTemporary(temporary);
  } finally {
    removeTemporary(temporary);
  }
}

function swap(temporary: string, target: string, replace: boolean): void {
  if (!exists(target)) {
    fs.renameSync(temporary, target);
    return;
  }
  if (!replace) throw alreadyThere(target);
  const old = temporaryBeside(target);
  fs.renameSync(target, old);
  try {
    fs.renameSync(temporary, target);
  } catch (error) {
    fs.renameSync(old, target);
    keepTemporary(old);
    throw error;
  }
  removeTemporary(old);
}

function alreadyThere(target: string): HoldallError {
  return new HoldallError("E_EXISTS", `Cannot write "${target}": it already exists`, {
    cure: "choose another --out, or add --force to replace a bundle",
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
    await writeSingle(content, path.join(folder, relative));
  }
}

/** Writes one file where nothing stands yet. */
export async function writeSingle(
  content: Uint8Array | FileEntry,
  absolute: string,
): Promise<void> {
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
