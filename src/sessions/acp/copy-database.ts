import { backup } from "node:sqlite";
import { openForeignDatabase } from "../../agents/records/open-database.ts";

/** Copies a database as it is at one time, also while its program writes to it. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const { database, close } = openForeignDatabase(from);
  try {
    await backup(database, to);
  } finally {
    close();
  }
}
