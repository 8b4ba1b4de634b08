/**
 * Writing so that a loss of power leaves what was there before or what was written, and that what was reported as
 * written stays. A name is given to bytes that are on disk, and then the folder is synced.
 */

import fs from "node:fs";
import path from "node:path";
import { syncFolder } from "./sync.ts";

/** How a file is written. */
export interface FileOptions {
  readonly mode: number;
  /** A free path on the same file system, for the bytes until they are on disk. */
  readonly temporary: string;
}

/** Puts a file in the place of what is there, in one step. A link in its place is replaced. */
export function replaceFile(
  target: string,
  content: string | Uint8Array,
  { mode, temporary }: FileOptions,
): void {
  try {
    writeNew(temporary, content, mode);
    fs.renameSync(temporary, target);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(path.dirname(target));
}

/** What file systems answer that have one name for each file. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** Creates a file unless its name is taken, and returns whether it did: of several writers the first one wins. */
export function createFile(
  target: string,
  content: string | Uint8Array,
  { mode, temporary }: FileOptions,
): boolean {
  try {
    writeNew(temporary, content, mode);
    if (!takeName(temporary, target, () => writeNew(target, content, mode))) return false;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
  syncFolder(path.dirname(target));
  return true;
}

/** Gives a free name to a file by a link, which fails when the name exists, where a rename would replace it. */
function takeName(from: string, target: string, writeThere: () => void): boolean {
  try {
    fs.linkSync(from, target);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (!NO_LINKS.has(code)) throw error;
  }
  if (fs.existsSync(target)) return false;
  writeThere();
  return true;
}

/** Moves a file or folder, both of whose places are on one file system; its content must be on disk already. */
export function moveFile(from: string, target: string): void {
  fs.renameSync(from, target);
  syncFolder(path.dirname(target));
}

/** Moves files from one folder to another one of the same file system; their content must be on disk already. */
export function moveFiles(from: string, target: string, names: readonly string[]): void {
  for (const name of names) fs.renameSync(path.join(from, name), path.join(target, name));
  if (names.length > 0) syncFolder(target);
}

/** Creates a folder with the folders that it is in, and returns those that were not there, the outermost first. */
export function createFolders(folder: string, mode = 0o777): readonly string[] {
  const missing: string[] = [];
  for (let at = folder; !fs.existsSync(at); at = path.dirname(at)) missing.unshift(at);
  fs.mkdirSync(folder, { recursive: true, mode });
  for (const each of missing) syncFolder(path.dirname(each));
  return missing;
}

/** Creates a folder with files. What was in it is removed first: it is for working copies, not for results. */
export function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  fs.rmSync(folder, { recursive: true, force: true });
  createFolders(folder, 0o700);
  for (const [name, text] of files) writeNew(path.join(folder, name), text, 0o666);
  syncFolder(folder);
}

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDWR } = fs.constants;

/**
 * Appends to a file, one write for each piece, and waits until they are on disk. What is appended may depend on the
 * last byte, which is undefined while the file is empty. A link is not followed.
 */
export function appendToFile(
  file: string,
  piecesAfter: (last: number | undefined) => readonly string[],
): void {
  createFolders(path.dirname(file));
  const descriptor = fs.openSync(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o644);
  try {
    const last = lastByte(descriptor);
    for (const piece of piecesAfter(last)) fs.writeSync(descriptor, piece);
    fs.fsyncSync(descriptor);
    if (last === undefined) syncFolder(path.dirname(file));
  } finally {
    fs.closeSync(descriptor);
  }
}

function lastByte(descriptor: number): number | undefined {
  const { size } = fs.fstatSync(descriptor);
  const byte = new Uint8Array(1);
  return size > 0 && fs.readSync(descriptor, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined;
}

function writeNew(file: string, content: string | Uint8Array, mode: number): void {
  fs.writeFileSync(file, content, { mode, flush: true, flag: "wx" });
}

/** A file that is complete under another name on the same file system, and on disk. */
export interface FileToPlace {
  readonly from: string;
  readonly target: string;
  /** Whether it takes the place of what is there. */
  readonly replaces: boolean;
}

/**
 * Gives files their names, one after the other, and then syncs the folders that they are in. Returns those whose name
 * was taken meanwhile; they stay where they are.
 */
export function placeFiles(files: readonly FileToPlace[]): readonly FileToPlace[] {
  const taken: FileToPlace[] = [];
  for (const file of files) {
    const { from, target, replaces } = file;
    if (replaces) fs.renameSync(from, target);
    else if (takeName(from, target, () => fs.renameSync(from, target)))
      fs.rmSync(from, { force: true });
    else taken.push(file);
  }
  for (const folder of new Set(files.map(({ target }) => path.dirname(target)))) syncFolder(folder);
  return taken;
}
