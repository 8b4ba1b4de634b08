import { englishNamesIn } from "../../base/text/computing-vocabulary.ts";
import { foldLetters } from "../../base/text/fold-letters.ts";
import { pairsOf, UNSPACED } from "../../base/text/unspaced-scripts.ts";

/** Characters of scripts without spaces: each of them is a term. */
const CHARACTER = new RegExp(UNSPACED, "gv");
const RUN = new RegExp(`${UNSPACED}+`, "gv");

/** Whether there may be one: most texts have none, and this is seen much sooner than nothing is replaced. */
const MAY_HAVE_UNSPACED = /[\u0e00-\uffff]/;

/** A text as the full-text index takes it apart into terms; the engine itself folds the case and accents. */
export function searchTerms(text: string): string {
  // SQLite would take the text to end there.
  const complete = text.includes("\0") ? text.replaceAll("\0", " ") : text;
  return MAY_HAVE_UNSPACED.test(complete)
    ? foldLetters(complete).replaceAll(CHARACTER, " $& ")
    : complete;
}

/** What is asked for at most: more words, or longer ones, help nobody. */
const MAX_WORDS = 32;
const MAX_WORD = 200;

/** A query: its parts, each a word or a phrase, and how the engine is asked for each of them. */
export interface TextQuery {
  readonly parts: readonly string[];
  readonly terms: readonly string[];
  /** The same for words that begin with them; null when they are too short for that. */
  readonly beginnings: readonly string[] | null;
  /** Words of which some may be missing; a run without spaces is taken apart, because it has several. */
  readonly some: readonly string[];
}

/** The query for words as they were typed; null when there is nothing in them to look for. */
export function parseQuery(words: readonly string[]): TextQuery | null {
  const parts = words
    .map((word) => word.trim().slice(0, MAX_WORD).toWellFormed())
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
  if (parts.length === 0) return null;
  const terms = parts.map(phraseOf);
  const canContinue = parts.every((part) => part.length >= MIN_BEGINNING);
  const beginnings = canContinue ? terms.map((term) => `${term} *`) : null;
  return { parts, terms, beginnings, some: partsWithin(parts) };
}

/** Shorter beginnings would match nearly everything. */
const MIN_BEGINNING = 4;

/** Inside quotes nothing means anything to the engine. */
function phraseOf(part: string): string {
  return `"${searchTerms(part).replaceAll('"', '""')}"`;
}

/** The pieces of a query by which some of it is found: also what the things that it names are called in English. */
export function piecesOf(part: string): readonly string[] {
  const folded = foldLetters(part);
  const runs = folded.match(RUN) ?? [];
  const pairs = runs.flatMap(pairsOf);
  const rest = folded.replaceAll(RUN, " ").trim();
  const own = pairs.length < 2 ? [part] : pairs;
  const words = pairs.length > 1 && /[\p{L}\p{N}]/u.test(rest) ? [rest] : [];
  return own.concat(words, runs.flatMap(englishNamesIn));
}

function partsWithin(parts: readonly string[]): readonly string[] {
  const pieces = parts.flatMap(piecesOf).slice(0, MAX_WORDS * 2);
  return [...new Set(pieces)].map(phraseOf);
}
