import type { DatabaseSync } from "node:sqlite";
import { HoldallError, messageOf } from "../../base/errors.ts";
import { type ForeignDatabase, missingLogHint, openForeignDatabase } from "./open-database.ts";

/** The agent that a database belongs to, and what helps when it cannot be read. */
export interface DatabaseOwner {
  readonly displayName: string;
  /** For a database that is damaged. */
  readonly damageCure: string;
  /** For a layout that we do not know. */
  readonly layoutCure: string;
}

/** Opens the database of an agent for reading; refuses what is none, and one on which not all statements work. */
export function openAgentDatabase(
  owner: DatabaseOwner,
  path: string,
  statementsFor: (database: DatabaseSync) => readonly string[],
): ForeignDatabase {
  const cannotRead = `Cannot read ${owner.displayName}'s database "${path}"`;
  let opened: ForeignDatabase | undefined;
  try {
    opened = openForeignDatabase(path);
    const { database } = opened;
    const why = whyUnknown(database, statementsFor(database));
    if (why === null) return opened;
    const state = `its layout is unknown (${why})${missingLogHint(path)}`;
    throw new HoldallError("E_VERSION", `${cannotRead}: ${state}`, { cure: owner.layoutCure });
  } catch (error) {
    opened?.close();
    if (error instanceof HoldallError) throw error;
    const message = `${cannotRead}: ${messageOf(error)}${missingLogHint(path)}`;
    throw new HoldallError("E_FORMAT", message, { cure: owner.damageCure });
  }
}

/** A statement on a table or a column that is not there cannot be prepared. */
function whyUnknown(database: DatabaseSync, statements: readonly string[]): string | null {
  try {
    for (const statement of statements) database.prepare(statement);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
