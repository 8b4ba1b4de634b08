import type { DatabaseSync } from "node:sqlite";
import { CLEAR_ENTRIES, DELETE_SOURCE, HAS_ENTRIES } from "./tables.ts";

/** Removes the words of a source. Needs a transaction. */
export function clearEntries(database: DatabaseSync, source: number): void {
  // Looking into the full-text index writes out what waits in memory: a first index must not do that.
  if (database.prepare(HAS_ENTRIES).get(source) === undefined) return;
  for (const statement of CLEAR_ENTRIES) database.prepare(statement).run(source);
}

/** Removes a source with its words. Needs a transaction. */
export function removeSource(database: DatabaseSync, source: number): void {
  clearEntries(database, source);
  database.prepare(DELETE_SOURCE).run(source);
}
