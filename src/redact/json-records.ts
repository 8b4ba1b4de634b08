import type { Span } from "./carriers/blocks.ts";

/** A JSON object or list that begins and ends on lines of its own: a record of a log, or a whole document. */
export interface JsonRecord extends Span {
  /** What is between the quotes of each string that is no key, in order. */
  readonly values: readonly Span[];
}

/** How often the text may be gone through in vain, by what only begins like a record. */
const MAX_TRIES = 4;

/** The records of a text, in order. */
export function findRecords(text: string): readonly JsonRecord[] {
  const records: JsonRecord[] = [];
  let allowed = MAX_TRIES * text.length;
  for (let at = nextStart(text, 0); at !== -1; ) {
    const { values, end, isRecord } = readRecord(text, at);
    if (isRecord) records.push({ at, end, values });
    else allowed -= end - at;
    if (allowed < 0) break;
    at = nextStart(text, isRecord ? end : at + 1);
  }
  return records;
}

const START = /^[ \t]{0,8}[{[]/gm;

/** Where the next line begins that can be that of a record. */
function nextStart(text: string, from: number): number {
  START.lastIndex = from;
  return START.test(text) ? START.lastIndex - 1 : -1;
}

/** What is outside of strings. */
const PUNCTUATION = /[\s:,\d.eE+-]|true|false|null/y;

function readRecord(
  text: string,
  start: number,
): { readonly values: readonly Span[]; readonly end: number; readonly isRecord: boolean } {
  const values: Span[] = [];
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = closingQuote(text, at + 1);
      if (end === -1) break;
      if (!isKey(text, end + 1)) values.push({ at: at + 1, end });
      at = end + 1;
    } else if (character === "{" || character === "[") {
      depth++;
      at++;
    } else if (character === "}" || character === "]") {
      at++;
      if (--depth === 0) return { values, end: at, isRecord: isLineEnd(text, at) };
    } else {
      PUNCTUATION.lastIndex = at;
      if (!PUNCTUATION.test(text)) break;
      at = PUNCTUATION.lastIndex;
    }
  }
  return { values, end: at, isRecord: false };
}

/** Where the string ends whose content begins at a place; -1 when it has no end on its line. */
function closingQuote(text: string, from: number): number {
  const line = text.indexOf("\n", from);
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    if (line !== -1 && at > line) return -1;
    if (countBackslashes(text, from, at) % 2 === 0) return at;
  }
  return -1;
}

function countBackslashes(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && text.charAt(at - 1) === "\\") at--;
  return end - at;
}

const COLON = /\s{0,8}:/y;

function isKey(text: string, at: number): boolean {
  COLON.lastIndex = at;
  return COLON.test(text);
}

const LINE_END = /[ \t,]{0,8}(?:\r?\n|$)/y;

function isLineEnd(text: string, at: number): boolean {
  LINE_END.lastIndex = at;
  return LINE_END.test(text);
}

/**
 * The part of a span that may be replaced without damage to the records: inside one string, and no half of
 * an escape. Null when it is no part of a string, or of a key.
 */
export function withinRecord(
  text: string,
  { at, end }: Span,
  records: readonly JsonRecord[],
): (Span & { readonly isComplete: boolean }) | null {
  const number = lastBefore(records, at);
  const record = records[number];
  if (record === undefined || record.end <= at) {
    const next = records[number + 1];
    return { at, end: Math.min(end, next?.at ?? end), isComplete: false };
  }
  const value = record.values[lastBefore(record.values, at)];
  if (value === undefined || value.end <= at) return null;
  let last = Math.min(end, value.end);
  if (last < value.end && countBackslashes(text, value.at, last) % 2 === 1) last--;
  return last <= at ? null : { at, end: last, isComplete: at === value.at && last === value.end };
}

/** The number of the last of several spans in order that begins at or before a place; -1 for none. */
function lastBefore(spans: readonly Span[], at: number): number {
  let low = -1;
  let high = spans.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((spans[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
