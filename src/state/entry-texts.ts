import { readTexts, type TextLookup } from "../ledger/text-lookup.ts";
import type { Transaction } from "../stores/store.ts";
import type { LiveEntry } from "./state.ts";

/** The texts of entries that were read: null where a text was redacted or is not in the workspace. */
export interface EntryTexts {
  get(entry: LiveEntry): string | null;
}

/** Kept as long as the entry object: reading ten thousand texts at every commit would be slow. */
const textCache = new WeakMap<LiveEntry, string | null>();

/** A function that reads the texts of entries. */
export function entryTextReader(
  tx: Transaction,
): (entries: readonly LiveEntry[]) => Promise<EntryTexts> {
  return async (entries) => {
    const unread = entries.filter((entry) => !textCache.has(entry));
    if (unread.length > 0) {
      const texts = await readContents(tx, unread);
      for (const entry of unread) textCache.set(entry, texts.find(entry.image.content.sha256));
    }
    return { get: (entry) => textCache.get(entry) ?? null };
  };
}

/** Reads the texts of entries for display: a placeholder where one was redacted, `E_BLOB` when one is lost. */
export async function readShownTexts(
  tx: Transaction,
  entries: readonly LiveEntry[],
): Promise<(entry: LiveEntry) => string> {
  const cached = await entryTextReader(tx)(entries);
  const missing = entries.filter((entry) => cached.get(entry) === null);
  const texts = await readContents(tx, missing);
  return (entry) => cached.get(entry) ?? texts.require(entry.image.content.sha256);
}

function readContents(tx: Transaction, entries: readonly LiveEntry[]): Promise<TextLookup> {
  return readTexts(
    tx,
    entries.map(({ image }) => image.content.sha256),
  );
}
