import { hasRandomLetters } from "./value-kinds.ts";

/** A part of a text in which a terminal broke a word at its edge, with the word in one piece again. */
export interface Unwrapped {
  readonly text: string;
  /** Where the word goes on, here; the first of the places if it was broken several times. */
  readonly cut: number;
  /** Where the last line of the word begins, in the original. */
  readonly lastLine: number;
  /** The place in the original; for the end of a line, before its line end. */
  originOf(at: number): number;
}

/** Terminals are hardly ever narrower. */
const NARROWEST = 40;
const MAX_WIDTH = 1000;
const MAX_LINES = 50;
/** How much of a word must be before and after a break to show that it is one word. */
const MIN_BEFORE = 6;
const MIN_AFTER = 4;
const WORD = /[\w+/.=~-]{1,1000}/y;
const WORD_AT_END = /[\w+/.~-]{1,64}$/;

/** The words of a text that look broken by the edge of a terminal: random characters up to it and from the next line on. */
export function* findWraps(text: string): Generator<Unwrapped> {
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    const isWide = end - start >= NARROWEST && end - start <= MAX_WIDTH;
    const wrap = isWide && isInWord(text, end) ? unwrapAt(text, start, end) : null;
    if (wrap !== null) yield wrap;
    start = wrap?.lastLine ?? end + 1; // Each line is looked at once, however long the word is.
  }
}

const IN_WORD = new Uint8Array(128);
for (let code = 0; code < 128; code++)
  IN_WORD[code] = /[\w+/.~-]/.test(String.fromCharCode(code)) ? 1 : 0;

/** Whether a line end is between two characters of words: most do not. */
function isInWord(text: string, end: number): boolean {
  return IN_WORD[text.charCodeAt(end - 1)] === 1 && IN_WORD[text.charCodeAt(end + 1)] === 1;
}

function unwrapAt(text: string, start: number, end: number): Unwrapped | null {
  const before = WORD_AT_END.exec(text.slice(Math.max(start, end - 64), end))?.[0] ?? "";
  if (before.length < MIN_BEFORE || !/\d/.test(before) || !hasRandomLetters(before)) return null;
  const breaks = readBreaks(text, start, end);
  if (breaks.length === 0) return null;
  const last = breaks.at(-1) ?? end;
  const pieces = [start, ...breaks.map((at) => at + 1)].map((from, number) =>
    text.slice(from, breaks[number] ?? lineEnd(text, last + 1)),
  );
  const originOf = (at: number) => {
    let rest = at;
    for (const [number, piece] of pieces.entries()) {
      if (rest <= piece.length || number === pieces.length - 1) return start + at + number;
      rest -= piece.length;
    }
    return start + at;
  };
  return { text: pieces.join(""), cut: end - start, lastLine: last + 1, originOf };
}

/** The line ends that break the word: after the first, one for each line that it fills. */
function readBreaks(text: string, start: number, end: number): readonly number[] {
  const width = end - start;
  const breaks: number[] = [];
  for (let at = end; breaks.length < MAX_LINES; ) {
    const word = wordAt(text, at + 1);
    const next = lineEnd(text, at + 1);
    if (next - at - 1 > width || !continues(text, at + 1, word)) break;
    breaks.push(at);
    if (word.length !== width || next !== at + 1 + width || next >= text.length) break;
    at = next;
  }
  return breaks;
}

function wordAt(text: string, at: number): string {
  WORD.lastIndex = at;
  return WORD.exec(text)?.[0] ?? "";
}

/** Whether a line begins with the rest of a random word, and not with a name or a word of its own. */
function continues(text: string, at: number, word: string): boolean {
  if (word.length < MIN_AFTER || !/\d/.test(word) || !/[A-Za-z]/.test(word)) return false;
  if (/^[a-z]{2,6}\d{1,3}$/.test(word)) return false; // The name of a machine.
  if (/=[^=]/.test(word) || /^[:=([{]/.test(text.charAt(at + word.length))) return false;
  return hasRandomLetters(word);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
