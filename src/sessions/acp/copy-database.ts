import { backup, DatabaseSync } from "node:sqlite";
import type { DatabaseChange } from "../../agents/acp-server.ts";
import { openForeignDatabase } from "../../agents/records/open-database.ts";

/** Copies a database as it is at one time, also while its program writes to it; then the copy may be changed. */
export async function copyDatabase(
  from: string,
  to: string,
  change?: DatabaseChange,
): Promise<void> {
  const { database, close } = openForeignDatabase(from);
  try {
    await backup(database, to);
  } finally {
    close();
  }
  if (change === undefined) return;
  const copy = new DatabaseSync(to);
  try {
    copy.prepare(change.sql).run(...change.values);
  } finally {
    copy.close();
  }
}
