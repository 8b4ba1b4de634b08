import { printable } from "../../base/text/text.ts";

/** Longest text on a page, in characters: more than anyone reads in one place. */
const MAX_TEXT_LENGTH = 200_000;
/** Characters of all texts together, after which texts are cut shorter, so that a browser can open the page. */
const MAX_TOTAL_LENGTH = 64 * 1024 * 1024;
const SHORT = 2_000;

/** A page that is safe to show, and how many of its texts were cut. */
export interface EscapedPage<Page> {
  readonly page: Page;
  readonly shortened: number;
}

/** Escapes invisible characters in every text of a page and cuts texts that are too long for one. */
export function escapePage<Page>(page: Page): EscapedPage<Page> {
  let shortened = 0;
  let total = 0;
  const clean = (text: string): string => {
    const longest = total > MAX_TOTAL_LENGTH ? SHORT : MAX_TEXT_LENGTH;
    total += Math.min(text.length, longest);
    if (text.length <= longest) return printable(text);
    shortened++;
    const more = text.length - longest;
    return `${printable(text.slice(0, longest).toWellFormed())}\n… ${more} more characters`;
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return clean(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member)]));
  };
  // Strings become strings and everything else keeps its form, so that the type is right.
  return { page: walk(page) as Page, shortened };
}
