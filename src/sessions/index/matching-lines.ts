import { foldLetters } from "../../base/text/fold-letters.ts";
import { printable } from "../../base/text/text.ts";
import { piecesOf } from "./terms.ts";

/** A line is shown up to this length, around what was found in it. */
const MAX_LINE = 240;
/** How much is shown before what was found. */
const BEFORE = 24;
/** A line of this length is shown from its beginning. */
const SHORT_LINE = 64;

/** A line that contains words of a query. */
interface MatchingLine {
  readonly line: string;
  /** Whether the words follow each other in it as they were typed. */
  readonly isPhrase: boolean;
}

/** The lines of a text that contain words of a query, the best first and then in their order. */
export function matchingLines(
  text: string,
  parts: readonly string[],
  limit: number,
): MatchingLine[] {
  const query = parseWords(parts);
  const lines = text
    .split("\n")
    .map((line, number) => ({ line, number, ...findWords(line, query) }));
  return lines
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.number - right.number)
    .slice(0, limit)
    .sort((left, right) => left.number - right.number)
    .map(({ line, at, isPhrase }) => ({ line: printable(around(line, at)), isPhrase }));
}

/** How much of a query a text contains: 0 for nothing of it, most for its words in the order in which they were typed. */
export function createScore(parts: readonly string[]): (text: string) => number {
  const query = parseWords(parts);
  return (text) => findWords(text, query).score;
}

/** A line in as many characters as there are, so that what was found in it remains visible. */
export function fitMatch(line: string, parts: readonly string[], width: number): string {
  if (line.length <= width) return line;
  const { at, end } = findWords(line, parseWords(parts));
  const start = Math.min(at - Math.min(BEFORE, width / 4), line.length - width + 1);
  return cut(line, end < width ? 0 : Math.max(0, Math.floor(start)), width);
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a query as the index compares them, and all of them as they were typed. */
interface Words {
  readonly words: readonly string[];
  readonly phrase: string;
}

function parseWords(parts: readonly string[]): Words {
  const words = new Set(parts.flatMap(piecesOf).flatMap((part) => fold(part).match(WORD) ?? []));
  return { words: [...words], phrase: fold(parts.join(" ")) };
}

/** Without case, width and accents. */
function fold(text: string): string {
  return foldLetters(text).toLowerCase();
}

/** What of a query a text contains, and where that begins and ends. */
function findWords(text: string, { words, phrase }: Words) {
  const folded = fold(text);
  const start = words.length === 0 ? -1 : folded.indexOf(phrase);
  const found = words.map((word) => placeOf(folded, word)).filter(({ at }) => at !== -1);
  const score = found.reduce((sum, { weight }) => sum + weight, 0);
  if (start !== -1) {
    return { score: score + 1, at: start, end: start + phrase.length, isPhrase: true };
  }
  const [first] = found.toSorted((left, right) => left.at - right.at);
  return { score, at: first?.at ?? 0, end: first?.end ?? 0, isPhrase: false };
}

/** The place of a word; else that of its beginning, because the index finds other forms of a word, too. */
function placeOf(text: string, word: string) {
  const at = text.indexOf(word);
  if (at !== -1 || word.length < MIN_STEM + 1) return { at, end: at + word.length, weight: 2 };
  const stem = word.slice(0, Math.max(MIN_STEM, word.length - MAX_ENDING));
  const stemAt = text.indexOf(stem);
  return { at: stemAt, end: stemAt + stem.length, weight: 1 };
}

const MIN_STEM = 4;
const MAX_ENDING = 4;

/** The part of a line around a place. */
function around(line: string, at: number): string {
  return cut(line, at <= SHORT_LINE ? 0 : at - BEFORE, MAX_LINE);
}

/** A part of a line; what is missing on either side is marked. */
function cut(line: string, start: number, width: number): string {
  const before = start > 0 ? "…" : "";
  const isAll = start + width >= line.length + before.length;
  const length = width - before.length - (isAll ? 0 : 1);
  const part = line
    .slice(start, start + length)
    .toWellFormed()
    .trim();
  return `${before}${part}${isAll ? "" : "…"}`;
}
