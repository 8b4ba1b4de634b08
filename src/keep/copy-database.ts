import fs from "node:fs";
import path from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import { openForeignDatabase, usesLog } from "../agents/records/open-database.ts";
import { READ_SNAPSHOT } from "../backup/tables.ts";
import { createTemporaryFolder, removeTemporary } from "../disk/temporary.ts";
import { fileStamp } from "./file-stamp.ts";

/** Pages that are copied before a program without a write-ahead log may write again: some hundredths of a second. */
const STEP_PAGES = 16_384;
/** How often a copy may begin again because such a program wrote meanwhile. */
const MAX_ROUNDS = 4;

/** How a database is read. */
export interface DatabaseRead<Result> {
  readonly database: string;
  /** Where a copy may be for a while. */
  readonly scratch: string;
  /** Whether the file itself was changed while it was read: then only a copy will do. */
  readonly needsCopy: boolean;
  readonly work: (file: string) => Promise<Result>;
}

/**
 * Runs work on a file with all rows of a database: the database itself while no program seems to write to it, else a
 * copy. `isSnapshot` is whether SQLite's locks made it a copy as of one moment; otherwise the caller must compare the
 * database's stamps. Nothing is left beside the database.
 */
export async function withConsistentDatabase<Result>({
  database,
  scratch,
  needsCopy,
  work,
}: DatabaseRead<Result>): Promise<{ readonly result: Result; readonly isSnapshot: boolean }> {
  if (!needsCopy && !isInUse(database)) {
    return { result: await work(database), isSnapshot: false };
  }
  const hasLog = usesLog(database);
  const wasOpen = isOpenThroughLog(database);
  const opened = openForeignDatabase(database);
  // With an empty log, or without its index, it was opened without SQLite's locks.
  const isSnapshot = !hasLog || (wasOpen && isOpenThroughLog(database));
  const folder = createTemporaryFolder(scratch);
  try {
    const copy = path.join(folder, "copy.db");
    await copyDatabase(opened.database, { copy, hasLog });
    return { result: await work(copy), isSnapshot };
  } finally {
    opened.close();
    removeTemporary(folder);
  }
}

async function copyDatabase(
  database: DatabaseSync,
  { copy, hasLog }: { readonly copy: string; readonly hasLog: boolean },
): Promise<void> {
  if (hasLog) {
    // What is written from now on is not seen, and nobody has to wait.
    database.exec(READ_SNAPSHOT);
    await backup(database, copy);
    return;
  }
  let steps = 0;
  const progress = ({ totalPages }: { readonly totalPages: number }) => {
    if (++steps > MAX_ROUNDS * Math.ceil(totalPages / STEP_PAGES)) {
      throw new Error("its program writes to it all the time");
    }
  };
  await backup(database, copy, { rate: STEP_PAGES, progress });
}

/** Whether a program has it open that has written to its log. */
function isOpenThroughLog(database: string): boolean {
  return fs.existsSync(`${database}-shm`) && !isEmpty(`${database}-wal`);
}

/** Whether rows are in files beside the database, which a program has open or was killed with. */
function isInUse(database: string): boolean {
  return [`${database}-wal`, `${database}-journal`].some((file) => !isEmpty(file));
}

function isEmpty(file: string): boolean {
  return fileStamp(file)?.startsWith("0:") ?? true;
}
