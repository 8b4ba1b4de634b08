import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { messageOf } from "../../base/errors.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { ANY_TABLE } from "./tables.ts";

/** A database of another program that is open for reading. */
export interface ForeignDatabase {
  readonly database: DatabaseSync;
  close(): void;
}

/** Reading the log of a database that no program has open takes a copy of both; larger ones are refused. */
const MAX_COPIED_BYTES = 4 * 1024 ** 3;

/**
 * Opens another program's SQLite database for reading, so that nothing is left beside it. Rows that are only in
 * its log (`-wal`) are read as well; a log that cannot be read is an error, because rows would be missing.
 */
export function openForeignDatabase(path: string): ForeignDatabase {
  if (!usesLog(path)) return openAt(path, () => undefined);
  const log = sizeOf(`${path}-wal`);
  // All rows are in the file, and no program has it open. SQLite would create a log and an index otherwise.
  if (log === 0) return openAt(new URL("?immutable=1", pathToFileURL(path)), () => undefined);
  // The index exists while a program has the database open; then SQLite needs no other file.
  if (fs.existsSync(`${path}-shm`)) {
    try {
      return openAt(path, () => undefined);
    } catch (error) {
      if (!isAccessError(error)) throw error;
    }
  }
  return openCopy(path, log);
}

/** What to add to an error about a database: its newest rows may be in a log that was not copied with it. */
export function missingLogHint(path: string): string {
  if (sizeOf(`${path}-wal`) > 0 || !usesLog(path)) return "";
  return `; the file "${path}-wal" is missing: if the database was copied, copy that file as well`;
}

function openAt(location: string | URL, afterwards: () => void): ForeignDatabase {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(location, { readOnly: true, timeout: 5000 });
    database.prepare(ANY_TABLE).get();
    const opened = database;
    const close = () => {
      opened.close();
      afterwards();
    };
    return { database, close };
  } catch (error) {
    database?.close();
    afterwards();
    throw error;
  }
}

function openCopy(path: string, log: number): ForeignDatabase {
  const bytes = sizeOf(path) + log;
  if (bytes > MAX_COPIED_BYTES) {
    const cure = "open it once with its own program, which empties the log";
    throw new Error(
      `its log "${path}-wal" must be read, and ${formatBytes(bytes)} are too much to copy; ${cure}`,
    );
  }
  const folder = fs.mkdtempSync(join(tmpdir(), "holdall-database-"));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  const copy = join(folder, "copy.db");
  try {
    // The log first: rows that a program moves meanwhile are then in one of the two, or in both.
    fs.copyFileSync(`${path}-wal`, `${copy}-wal`, fs.constants.COPYFILE_FICLONE);
    fs.copyFileSync(path, copy, fs.constants.COPYFILE_FICLONE);
  } catch (error) {
    remove();
    const why = messageOf(error);
    throw new Error(`its newest rows are in "${path}-wal", which cannot be read: ${why}`);
  }
  return openAt(copy, remove);
}

function isAccessError(error: unknown): boolean {
  return error instanceof Error && /readonly|unable to open|permission/i.test(error.message);
}

function sizeOf(path: string): number {
  return fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Whether the header of a database says that it is written through a log (`-wal`). */
export function usesLog(path: string): boolean {
  const header = Buffer.alloc(20);
  const file = fs.openSync(path, "r");
  try {
    fs.readSync(file, header, 0, header.length, 0);
  } finally {
    fs.closeSync(file);
  }
  return header.subarray(0, 15).toString() === "SQLite format 3" && header[18] === 2;
}
