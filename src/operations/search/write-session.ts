import type { DatabaseSync } from "node:sqlite";
import type { Entry } from "./item-text.ts";
import type { KnownSource } from "./known-files.ts";
import type { SessionDetail, SessionText } from "./read-session.ts";
import {
  CLEAR_ENTRIES,
  INSERT_ENTRY,
  INSERT_FILE,
  INSERT_TERMS,
  WRITE_FACTS,
  WRITE_INDEXED,
} from "./tables.ts";
import { searchTerms } from "./terms.ts";

/** Writes what lists tell of a session, for its present stamp. */
export function writeFacts(
  database: DatabaseSync,
  { source, stamp }: KnownSource,
  { title, model, version, branch, messages, tokens }: SessionDetail,
): void {
  database.prepare(WRITE_FACTS).run(stamp, title, model, version, branch, messages, tokens, source);
}

/** Writes the words of a session; null for one that could not be read, which has none. Needs a transaction. */
export function writeText(
  database: DatabaseSync,
  { source, stamp }: KnownSource,
  text: SessionText | null,
): void {
  const isAddition = text !== null && text.detail === null;
  if (!isAddition) clearEntries(database, source);
  if (text !== null) insertEntries(database, source, text);
  const positions = JSON.stringify(text?.positions ?? []);
  database.prepare(WRITE_INDEXED).run(stamp, positions, text?.secrets ?? 0, source);
}

/** Removes the words of a source. */
export function clearEntries(database: DatabaseSync, source: number): void {
  for (const statement of CLEAR_ENTRIES) database.prepare(statement).run(source);
}

/** Adds entries and names of files to a source. */
export function insertEntries(
  database: DatabaseSync,
  source: number,
  { entries, files, detail }: Pick<SessionText, "entries" | "files" | "detail">,
): void {
  const insertEntry = database.prepare(INSERT_ENTRY);
  const insertTerms = database.prepare(INSERT_TERMS);
  const insert = ({ kind, at_ms, tool, tool_kind, text }: Entry) => {
    const row = insertEntry.get(source, kind, at_ms, tool, tool_kind, text);
    insertTerms.run(Number(row?.entry), searchTerms(text));
  };
  if (detail?.title) {
    insert({
      kind: "title",
      at_ms: entries[0]?.at_ms ?? null,
      tool: null,
      tool_kind: null,
      text: detail.title,
    });
  }
  for (const entry of entries) insert(entry);
  const insertFile = database.prepare(INSERT_FILE);
  for (const file of files) insertFile.run(source, file);
}
