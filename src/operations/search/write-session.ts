import type { DatabaseSync } from "node:sqlite";
import type { Entry } from "./item-text.ts";
import type { KnownSource } from "./known-files.ts";
import type { SessionDetail, SessionText } from "./read-session.ts";
import { clearEntries } from "./remove-source.ts";
import { INSERT_ENTRY, INSERT_FILE, INSERT_TERMS, WRITE_FACTS, WRITE_INDEXED } from "./tables.ts";
import { searchTerms } from "./terms.ts";
import { transact } from "./transact.ts";

/** Writes what lists tell of a session, for its present stamp. */
export function writeFacts(
  database: DatabaseSync,
  { source, stamp }: KnownSource,
  { title, model, version, branch, messages, tokens }: SessionDetail,
): void {
  database.prepare(WRITE_FACTS).run(stamp, title, model, version, branch, messages, tokens, source);
}

/** What was read of a source; null for one that could not be read. */
export interface ReadSource {
  readonly source: KnownSource;
  readonly text: SessionText | null;
}

/**
 * Writes the words of some sources. The full-text index comes last: whatever is written between two of its
 * entries makes it write out what it has collected, which takes several times longer.
 */
export function writeTexts(database: DatabaseSync, read: readonly ReadSource[]): void {
  transact(database, () => {
    insertTerms(
      database,
      read.flatMap((each) => writeEntries(database, each)),
    );
  });
}

/** Adds entries to the full-text index. Needs a transaction. */
export function insertTerms(database: DatabaseSync, written: readonly WrittenEntry[]): void {
  const insert = database.prepare(INSERT_TERMS);
  for (const { entry, text } of written) insert.run(entry, searchTerms(text));
}

/** An entry as it was written. */
export interface WrittenEntry {
  readonly entry: number;
  readonly text: string;
}

function writeEntries(database: DatabaseSync, { source, text }: ReadSource): WrittenEntry[] {
  const isAddition = text !== null && text.detail === null;
  if (!isAddition) clearEntries(database, source.source);
  if (text?.detail) writeFacts(database, source, text.detail);
  const positions = JSON.stringify(text?.positions ?? []);
  const indexed = database.prepare(WRITE_INDEXED);
  indexed.run(source.stamp, positions, text?.secrets ?? 0, source.source);
  if (text === null) return [];
  const insertFile = database.prepare(INSERT_FILE);
  for (const file of text.files) insertFile.run(source.source, file);
  return insertEntries(database, source.source, text.entries, text.detail?.title ?? null);
}

/** Adds entries, and the title before them, to a source. Needs a transaction. */
export function insertEntries(
  database: DatabaseSync,
  source: number,
  entries: readonly Entry[],
  title: string | null,
): WrittenEntry[] {
  const insert = database.prepare(INSERT_ENTRY);
  const titles = title === null ? [] : [titleEntry(title, entries[0]?.at_ms ?? null)];
  return [...titles, ...entries].map(({ kind, at_ms, tool, tool_kind, text }) => {
    const row = insert.get(source, kind, at_ms, tool, tool_kind, text);
    return { entry: Number(row?.entry), text };
  });
}

function titleEntry(text: string, at_ms: number | null): Entry {
  return { kind: "title", at_ms, tool: null, tool_kind: null, text };
}
