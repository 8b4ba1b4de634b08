import type { DatabaseSync } from "node:sqlite";
import { HAS_TABLE } from "./tables.ts";

/** Kilo Code counts its versions from here on; opencode is far below. */
const FIRST_VERSION_OF_KILO = 7;

/** The program that made a database: only Kilo Code has this table. */
export function makerOfDatabase(database: DatabaseSync): string {
  return database.prepare(HAS_TABLE).get("kilo_board") === undefined ? "opencode" : "kilo";
}

/** The program that made a document, by the version that it names; opencode's where it names none. */
export function makerOfDocument(version: string | null): string {
  return Number.parseInt(version ?? "0", 10) >= FIRST_VERSION_OF_KILO ? "kilo" : "opencode";
}
