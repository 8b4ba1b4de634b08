/** Lines of the audit file, found in its bytes: a file that somebody filled with line ends costs no more than its size. */

import { type FormerRefresh, refreshOf } from "./entry.ts";

const LINE_END = 10;
/** So many of the last lines are searched for the newest entry; after more of other text there is none. */
const MAX_BACK = 1000;

/** Every line, without its end. */
export function* auditLines(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, start);
    const stop = end === -1 ? bytes.length : end;
    yield decoder.decode(bytes.subarray(start, stop));
    start = stop + 1;
  }
}

/** The bytes up to the last line end: a process that was killed may have left a part of a line. */
export function completeLines(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1);
}

/** The newest refresh that the file records; null if it records none. */
export function newestInFile(bytes: Uint8Array): FormerRefresh | null {
  const decoder = new TextDecoder();
  let end = bytes.at(-1) === LINE_END ? bytes.length - 1 : bytes.length;
  for (let left = MAX_BACK; left > 0 && end > 0; left--) {
    const start = bytes.lastIndexOf(LINE_END, end - 1) + 1;
    const found = refreshOf(decoder.decode(bytes.subarray(start, end)));
    if (found !== null) return found;
    end = start - 1;
  }
  return null;
}

/** Those of some recorded lines that the file does not have, in their order. No two are the same: each names the one before. */
export function missingLines(bytes: Uint8Array, recorded: readonly string[]): readonly string[] {
  const missing = new Set(recorded);
  if (missing.size > 0) for (const line of auditLines(bytes)) missing.delete(line);
  return [...missing];
}

/** The texts to append for some lines: a line that was begun is continued, and another open one is ended first. */
export function piecesToAppend(bytes: Uint8Array, lines: readonly string[]): readonly string[] {
  const open = new TextDecoder().decode(bytes.subarray(completeLines(bytes).length));
  const [first = "", ...rest] = lines;
  if (lines.length === 0) return [];
  const isBegun = open !== "" && first.startsWith(open);
  const begin = open === "" || isBegun ? [] : ["\n"];
  return [
    ...begin,
    `${first.slice(isBegun ? open.length : 0)}\n`,
    ...rest.map((line) => `${line}\n`),
  ];
}
