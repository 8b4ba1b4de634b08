import { type FormerRefresh, refreshOf } from "./entry.ts";
import { missingLines, newestInFile } from "./lines.ts";

/** The record of refreshes that a new one is added to. */
export interface Audit {
  /** The newest refresh, in the file or in what it lacks; null if there is none. */
  readonly newest: FormerRefresh | null;
  /** SHA-256 of the line of the audit file that records it; null where none does. */
  readonly lastLine: string | null;
  /** Lines of the ledger that the file does not have yet. */
  readonly missing: readonly string[];
}

/** Compares the file with lines of the ledger. In folders of earlier versions the newest refresh may be in the memory. */
export function openAudit(
  bytes: Uint8Array,
  recorded: readonly string[],
  inMemory: FormerRefresh | null,
): Audit {
  const missing = missingLines(bytes, recorded);
  const newest = missing.map((line) => refreshOf(line)).findLast((found) => found !== null);
  const last = newest ?? newestInFile(bytes);
  return { missing, newest: last ?? inMemory, lastLine: last?.line ?? null };
}
