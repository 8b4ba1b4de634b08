import { formatCount } from "../../base/text/format-count.ts";

/** The file inside a bundle that keeps what a conversion could not express in the target's own files. */
export const CARRIED_FILE = "history/carried.json";

/** How much a bundle carries besides its own files. */
export interface CarriedFacts {
  readonly from: string;
  /** Keys of documents and entries. */
  readonly keys: number;
  readonly lines: number;
  /** Entries that exist nowhere else in the bundle. */
  readonly entries: number;
}

/** What a bundle carries, in a few words: "2 keys, 1 trail line from ocf". */
export function describeCarried({ from, keys, lines, entries }: CarriedFacts): string {
  const parts = [
    ...(keys === 0 ? [] : [formatCount(keys, "key")]),
    ...(lines === 0 ? [] : [formatCount(lines, "trail line")]),
    ...(entries === 0 ? [] : [formatCount(entries, "entry", "entries")]),
  ];
  return `${parts.join(", ") || "nothing"} from ${from}`;
}
