import type { DatabaseSync } from "node:sqlite";
import type { Entry } from "./item-text.ts";
import type { KnownSource } from "./known-files.ts";
import type { SessionDetail, SessionText } from "./read-session.ts";
import { clearEntries } from "./remove-source.ts";
import {
  INSERT_ENTRY,
  INSERT_FILE,
  INSERT_TERMS,
  SELECT_LAST_ENTRY,
  WRITE_FACTS,
  WRITE_INDEXED,
} from "./tables.ts";
import { searchTerms } from "./terms.ts";
import { transact } from "./transact.ts";

/** Writes what lists show of a session, for its present stamp. */
export function writeFacts(
  database: DatabaseSync,
  { source, stamp }: KnownSource,
  { title, model, version, branch, messages, tokens, activity }: SessionDetail,
): void {
  const did = JSON.stringify(activity);
  database
    .prepare(WRITE_FACTS)
    .run(stamp, title, model, version, branch, messages, tokens, did, source);
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
    const writer = createEntryWriter(database);
    const indexed = database.prepare(WRITE_INDEXED);
    const insertFile = database.prepare(INSERT_FILE);
    for (const { source, text } of read) {
      const isAddition = text !== null && text.detail === null;
      if (!isAddition) clearEntries(database, source.source);
      if (text?.detail) writeFacts(database, source, text.detail);
      const positions = JSON.stringify(text?.positions ?? []);
      indexed.run(source.stamp, positions, text?.secrets ?? 0, text?.cut ?? 0, source.source);
      for (const file of text?.files ?? []) insertFile.run(source.source, file);
      writer.add(source.source, text?.entries ?? [], text?.detail?.title ?? null);
    }
    writer.insertTerms();
  });
}

/** Writes entries within a transaction. */
export interface EntryWriter {
  /** Adds entries, and the title before them, to a source. */
  add(source: number, entries: readonly Entry[], title: string | null): void;
  /** Adds what was added to the full-text index; nothing is added after it. */
  insertTerms(): void;
}

/** Begins to write entries. Needs a transaction to its end. */
export function createEntryWriter(database: DatabaseSync): EntryWriter {
  const insert = database.prepare(INSERT_ENTRY);
  const written: { readonly entry: number; readonly text: string }[] = [];
  let last = Number(database.prepare(SELECT_LAST_ENTRY).get()?.entry);
  return {
    add(source, entries, title) {
      const titles = title === null ? [] : [titleEntry(title, entries[0]?.at_ms ?? null)];
      for (const { kind, at_ms, tool, tool_kind, text } of [...titles, ...entries]) {
        last++;
        insert.run(last, source, kind, at_ms, tool, tool_kind, text);
        written.push({ entry: last, text });
      }
    },
    insertTerms() {
      const insertTerms = database.prepare(INSERT_TERMS);
      for (const { entry, text } of written) insertTerms.run(entry, searchTerms(text));
    },
  };
}

function titleEntry(text: string, at_ms: number | null): Entry {
  return { kind: "title", at_ms, tool: null, tool_kind: null, text, isCut: false };
}
