import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { HoldallError } from "../../base/errors.ts";
import { toHoldallError } from "./errors.ts";
import { DATABASE, requireNoLinks, restrictCopies } from "./folder.ts";
import { requireLog } from "./lost-log.ts";
import { FIND_VIEW, PROBE, SETUP, SETUP_TO_READ } from "./tables.ts";

/** An open database file. */
export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** Whether this user cannot write to it, or its disk is read-only. */
  readonly isReadOnly: boolean;
}

/** Opens a workspace's database; read-only when asked, and where it cannot be written. */
export async function openDatabase(
  location: string,
  { timeout, readOnly = false }: { readonly timeout: number; readonly readOnly?: boolean },
): Promise<OpenedDatabase> {
  const file = path.join(location, DATABASE);
  requireNoLinks(location);
  await requireLog(file);
  try {
    const isReadOnly = readOnly || !(isWritable(location) && isWritable(file));
    if (!isReadOnly) restrictCopies(location);
    const options = { timeout, enableForeignKeyConstraints: false };
    const database = isReadOnly ? openToRead(file, options) : open(file, options, SETUP);
    refuseViews(database, location);
    return { database, isReadOnly };
  } catch (error) {
    throw toHoldallError(error, location);
  }
}

/**
 * This program creates no views. One in the place of a table, in a workspace that came with a project, could
 * answer a query without end, and SQLite would block the process.
 */
function refuseViews(database: DatabaseSync, location: string): void {
  const view = database.prepare(FIND_VIEW).get();
  if (view === undefined) return;
  database.close();
  const state = `the database has the view "${view.name}", which this program did not create`;
  throw new HoldallError("E_STORE", `Cannot use the workspace "${location}": ${state}`);
}

function isWritable(place: string): boolean {
  try {
    fs.accessSync(place, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function open(file: string | URL, options: DatabaseSyncOptions, setup: string): DatabaseSync {
  const database = new DatabaseSync(file, options);
  try {
    database.exec(setup);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * In write-ahead mode, SQLite needs two files beside a database even for reading, and creates them.
 * Where it cannot, nobody writes either, so the database is opened as immutable. If it has a log
 * with commits, as a crashed process leaves it, an immutable reader would miss them: then a copy is
 * read.
 */
function openToRead(file: string, options: DatabaseSyncOptions): DatabaseSync {
  const readOnly = { ...options, readOnly: true };
  try {
    return open(file, readOnly, SETUP_TO_READ + PROBE);
  } catch (error) {
    if (fs.existsSync(file) && isWritable(path.dirname(file))) throw error;
  }
  const log = fs.statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return openCopy(file, readOnly);
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return open(url, readOnly, SETUP_TO_READ + PROBE);
}

/** The copy is deleted while it is open, so that nothing remains of it when the process ends. */
function openCopy(file: string, options: DatabaseSyncOptions): DatabaseSync {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-read-"));
  try {
    const copy = path.join(folder, DATABASE);
    fs.copyFileSync(file, copy);
    fs.copyFileSync(`${file}-wal`, `${copy}-wal`);
    return open(copy, options, SETUP_TO_READ + PROBE);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
