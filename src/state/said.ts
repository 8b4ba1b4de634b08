import { readTexts } from "../ledger/text-lookup.ts";
import type { Transaction } from "../stores/store.ts";
import type { HeldEntry } from "./state.ts";

/** What entries say, those that were asked for: null where the text was redacted or cannot be had. */
export interface Said {
  get(entry: HeldEntry): string | null;
}

/** Kept for as long as the entry is: reading ten thousand texts again takes long. */
const known = new WeakMap<HeldEntry, string | null>();

/** Reads what entries say. */
export function reader(tx: Transaction): (entries: readonly HeldEntry[]) => Promise<Said> {
  return async (entries) => {
    const unread = entries.filter((entry) => !known.has(entry));
    if (unread.length > 0) {
      const words = await wordsOf(tx, unread);
      for (const entry of unread) known.set(entry, words.find(entry.image.content.sha256));
    }
    return { get: (entry) => known.get(entry) ?? null };
  };
}

/** Reads what entries say to be shown: a placeholder where it was redacted, `E_BLOB` when it is lost. */
export async function readShown(
  tx: Transaction,
  entries: readonly HeldEntry[],
): Promise<(entry: HeldEntry) => string> {
  const said = await reader(tx)(entries);
  const silent = entries.filter((entry) => said.get(entry) === null);
  const words = await wordsOf(tx, silent);
  return (entry) => said.get(entry) ?? words.require(entry.image.content.sha256);
}

function wordsOf(tx: Transaction, entries: readonly HeldEntry[]) {
  return readTexts(
    tx,
    entries.map(({ image }) => image.content.sha256),
  );
}
