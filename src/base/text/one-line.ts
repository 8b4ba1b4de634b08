import { excerpt } from "./text.ts";

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;
const BLANK = /[\s\p{Cc}]+/gu;
/** Characters that are looked at to build a line, so that a large text costs no more than a small one. */
const MAX_LOOKED_AT = 40_000;

/** The number of Unicode scalar values of a text; a surrogate pair counts once. */
export function countCharacters(text: string): number {
  return text.length - (text.match(PAIR)?.length ?? 0);
}

/** At most `max` characters of a text; a cut is marked at the end. */
export function truncateEnd(text: string, max: number): string {
  if (text.length <= max || countCharacters(text) <= max) return text;
  return `${[...text.slice(0, max * 2)].slice(0, Math.max(0, max - 1)).join("")}…`;
}

/** At most `max` characters, cut in the middle: the start names the subject, the end the outcome. */
export function truncateMiddle(text: string, max: number): string {
  if (text.length <= max || countCharacters(text) <= max) return text;
  const head = Math.ceil((max - 3) * 0.6);
  const tail = max - 3 - head;
  const start = [...text.slice(0, head * 2)].slice(0, head).join("");
  const end = [...text.slice(-tail * 2)].slice(-tail).join("");
  return `${start.trimEnd()} … ${end.trimStart()}`;
}

/**
 * A text on one line, without control characters, so that nothing in it can pass for a heading or an
 * entry of its own. Recorded summaries are built with it: the same text must always give the same line.
 */
export function oneLine(text: string): string {
  // The middle of a very long text is never shown.
  const ends =
    text.length > 2 * MAX_LOOKED_AT
      ? `${text.slice(0, MAX_LOOKED_AT)} … ${text.slice(-MAX_LOOKED_AT)}`
      : text;
  return ends.toWellFormed().replaceAll(BLANK, " ").trim();
}

/** A text with every run of white space as one space. */
export function collapseSpace(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The beginning of a text on one line, for people: at most `max` characters, invisible ones escaped. */
export function excerptLine(text: string, max = 80): string {
  return excerpt(collapseSpace(text.slice(0, MAX_LOOKED_AT)), max);
}
