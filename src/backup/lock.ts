import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { HoldallError } from "../base/errors.ts";
import { LOCK } from "./layout.ts";
import { LOCK_NOW } from "./tables.ts";

/**
 * Runs work as the only process that changes a backup. The lock is that of an empty database: the operating system takes
 * it back when the process ends, so that a killed one leaves none.
 */
export async function withBackupLock<Result>(
  folder: string,
  work: () => Promise<Result>,
  waitMs = 0,
): Promise<Result> {
  const database = new DatabaseSync(path.join(folder, LOCK), { timeout: waitMs });
  try {
    lock(database, folder);
    return await work();
  } finally {
    database.close();
  }
}

function lock(database: DatabaseSync, folder: string): void {
  try {
    database.exec(LOCK_NOW);
  } catch (cause) {
    throw new HoldallError(
      "E_LOCKED",
      `Cannot write to "${folder}": another process is keeping sessions there`,
      {
        cause,
        cure: "try again when it has finished",
      },
    );
  }
}
