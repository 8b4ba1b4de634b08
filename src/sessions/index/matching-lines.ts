import { foldLetters } from "../../base/text/fold-letters.ts";
import { printable } from "../../base/text/text.ts";
import { piecesOf } from "./terms.ts";

/** A line is shown up to this length, around the first word that was found in it. */
const MAX_LINE = 240;
const BEFORE = 24;
/** A line of this length is shown from its beginning. */
const SHORT_LINE = 64;
/** The lines of a text that contain words of a query, the best first and then in their order. */
export function matchingLines(text: string, parts: readonly string[], limit: number): string[] {
  const wanted = [
    ...new Set(parts.flatMap(piecesOf).flatMap((part) => fold(part).match(WORD) ?? [])),
  ];
  const lines = text.split("\n").map((line, number) => {
    const folded = fold(line);
    const places = wanted.map((word) => placeOf(folded, word));
    const found = places.filter(({ at }) => at !== -1);
    const score = found.reduce((sum, { weight }) => sum + weight, 0);
    return { line, number, score, at: Math.min(...found.map(({ at }) => at)) };
  });
  return lines
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.number - right.number)
    .slice(0, limit)
    .sort((left, right) => left.number - right.number)
    .map(({ line, at }) => around(line, at));
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** As the index compares words: without case, width and accents. */
function fold(text: string): string {
  return foldLetters(text).toLowerCase();
}

/** The place of a word; else that of its beginning, because the index finds other forms of a word, too. */
function placeOf(line: string, word: string): { readonly at: number; readonly weight: number } {
  const at = line.indexOf(word);
  if (at !== -1 || word.length < MIN_STEM + 1) return { at, weight: 2 };
  return {
    at: line.indexOf(word.slice(0, Math.max(MIN_STEM, word.length - MAX_ENDING))),
    weight: 1,
  };
}

const MIN_STEM = 4;
const MAX_ENDING = 4;

/** The part of a line around a place, on one line and safe to print. */
function around(line: string, at: number): string {
  const start = at <= SHORT_LINE ? 0 : at - BEFORE;
  const part = line
    .slice(start, start + MAX_LINE)
    .toWellFormed()
    .trim();
  const before = start > 0 ? "…" : "";
  const after = start + MAX_LINE < line.length ? "…" : "";
  return printable(`${before}${part}${after}`);
}
