import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { formatBytes } from "../base/text/format-count.ts";
import { createFile, createFolders, replaceFile } from "../durable/files.ts";
import { toIoError } from "./io-error.ts";
import { keepTemporary, removeTemporary, temporaryBeside } from "./temporary.ts";

const MAX_BYTES = 16 * 1024 * 1024;

/** The text of another program's file; null when it does not exist. */
export function readExternalText(file: string): string | null {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (stat.isFile() && stat.size <= MAX_BYTES) return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw toIoError(error, `read "${file}"`);
  }
  throw new HoldallError(
    "E_LIMIT",
    `Cannot use "${file}": it is not a regular file of at most ${formatBytes(MAX_BYTES)}`,
    { cure: "put a file in its place, or remove it" },
  );
}

/**
 * Replaces a text file atomically: a reader sees the old text or the new one. A link stays a link, and
 * the file keeps its permissions; a new file can be read by its owner only.
 */
export function replaceTextFile(file: string, text: string): void {
  replaceAt(fs.existsSync(file) ? fs.realpathSync(file) : file, text, file);
}

/**
 * The same for a file that this program keeps in a folder which may come from anyone: a link in its place
 * is replaced, and what it leads to stays as it is.
 */
export function replaceOwnFile(file: string, content: string | Uint8Array): void {
  replaceAt(file, content, file);
}

/** Creates a file unless its name is taken, and returns whether it did. A link in its place counts as taken. */
export function createOwnFile(file: string, content: string | Uint8Array, mode: number): boolean {
  const temporary = temporaryBeside(file);
  try {
    return createFile(file, content, { mode, temporary });
  } catch (error) {
    throw toIoError(error, `write "${file}"`);
  } finally {
    removeTemporary(temporary);
  }
}

function replaceAt(target: string, content: string | Uint8Array, shown: string): void {
  createFolders(path.dirname(target));
  const found = fs.lstatSync(target, { throwIfNoEntry: false });
  const mode = found?.isFile() ? found.mode & 0o7777 : 0o600;
  const temporary = temporaryBeside(target);
  try {
    replaceFile(target, content, { mode, temporary });
    keepTemporary(temporary);
  } catch (error) {
    throw toIoError(error, `write "${shown}"`);
  } finally {
    removeTemporary(temporary);
  }
}
