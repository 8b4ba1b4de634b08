import fs from "node:fs";
import path from "node:path";
import { temporaryBeside } from "../disk/temporary.ts";
import { createFolders, replaceFile } from "../durable/files.ts";
import { KEYS, keyId } from "./layout.ts";

/** A key of a sealed backup as it is stored there: sealed for the recipients by age. */
export interface KeyFile {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Larger files are for more recipients than may be named. */
const MAX_KEY_FILE_BYTES = 256 * 1024;

/** Whether what is written to a backup is sealed. */
export function isSealedBackup(folder: string): boolean {
  return listKeys(folder).length > 0;
}

/** The names of the files with keys. */
export function listKeys(folder: string): readonly string[] {
  const keys = path.join(folder, KEYS);
  if (!fs.existsSync(keys)) return [];
  return fs
    .readdirSync(keys)
    .filter((name) => keyId(name) !== null)
    .sort();
}

/** The keys of a backup; files that are links or too large are left out. */
export function readKeyFiles(folder: string): readonly KeyFile[] {
  return listKeys(folder).flatMap((name) => {
    const file = path.join(folder, KEYS, name);
    const stats = fs.lstatSync(file);
    const id = keyId(name);
    if (id === null || !stats.isFile() || stats.size > MAX_KEY_FILE_BYTES) return [];
    return [{ id, bytes: fs.readFileSync(file) }];
  });
}

/** Removes a key with which nothing is sealed any more. */
export function removeKey(folder: string, id: string): void {
  fs.rmSync(path.join(folder, KEYS, `${id}.age`), { force: true });
}

/** Writes a key durably; nothing is sealed with it before. */
export function placeKey(folder: string, { id, bytes }: KeyFile): void {
  const target = path.join(folder, KEYS, `${id}.age`);
  createFolders(path.dirname(target), 0o700);
  replaceFile(target, bytes, { mode: 0o600, temporary: temporaryBeside(target) });
}
