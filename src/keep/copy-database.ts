import path from "node:path";
import { backup } from "node:sqlite";
import { openForeignDatabase } from "../agents/records/open-database.ts";
import { createTemporaryFolder, removeTemporary } from "../disk/temporary.ts";
import { fileStamp } from "./file-stamp.ts";

/**
 * Runs work on a file with all rows of a database as of one moment: the database itself while no program writes to it,
 * else a copy in a folder. Nothing is left beside the database.
 */
export async function withConsistentDatabase<Result>(
  database: string,
  scratch: string,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  if (!isInUse(database)) return work(database);
  const folder = createTemporaryFolder(scratch);
  const copy = path.join(folder, "copy.db");
  const opened = openForeignDatabase(database);
  try {
    await backup(opened.database, copy);
    return await work(copy);
  } finally {
    opened.close();
    removeTemporary(folder);
  }
}

/** Whether rows are in files beside the database, which a program has open or was killed with. */
function isInUse(database: string): boolean {
  return [`${database}-wal`, `${database}-journal`].some((file) => {
    const stamp = fileStamp(file);
    return stamp !== null && !stamp.startsWith("0:");
  });
}
