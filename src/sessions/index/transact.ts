import type { DatabaseSync } from "node:sqlite";
import { BEGIN } from "./tables.ts";

/** Runs work that writes to the index: all of it is kept, or nothing. */
export function transact(database: DatabaseSync, work: () => void): void {
  database.exec(BEGIN);
  try {
    work();
    database.exec("commit");
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}
