/** Where what a conversion could not say travels, inside the bundle. */
export const CARRIED = "history/carried.json";

/** How much a bundle carries beside what its own files say. */
export interface CarriedFacts {
  readonly from: string;
  /** Keys of documents and entries. */
  readonly keys: number;
  readonly lines: number;
  /** Whole entries that are nowhere else. */
  readonly entries: number;
}

/** What a bundle carries, in a few words. */
export function carriedText({ from, keys, lines, entries }: CarriedFacts): string {
  const parts = [
    count(keys, "key"),
    count(lines, "trail line"),
    count(entries, "entry", "entries"),
  ];
  const said = parts.filter((part) => part !== "").join(", ");
  return `${said === "" ? "nothing" : said} of ${from} in ${CARRIED}`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return number === 0 ? "" : `${number} ${number === 1 ? one : many}`;
}
