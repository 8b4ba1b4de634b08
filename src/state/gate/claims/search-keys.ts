import { englishNamesIn } from "../../../base/text/computing-vocabulary.ts";
import { isExact, queryTermsOf, unspacedIn } from "../../../base/text/terms.ts";
import { EMPTY_WORDS, FUNCTION_WORDS, LIGHT_VERBS } from "./grammar.ts";
import { indexMatters, type MatterIndex } from "./matters.ts";
import { isUnit } from "./quantities.ts";

/** A word that is no part of a compound such as "opt-in". */
const SINGLE =
  /(?<![\p{L}\p{M}\p{N}_./@:-])[\p{L}\p{M}\p{N}]+(?![\p{L}\p{M}\p{N}]|[_./@:-][\p{L}\p{N}])/gu;
/** Numbers, and pairs of letters that only carry Japanese grammar, do not show what a text is about. */
const NOT_ABOUT = /^\p{N}+$|\p{Script=Hiragana}/u;

const isGrammar = (word: string) =>
  EMPTY_WORDS.has(word) || FUNCTION_WORDS.has(word) || LIGHT_VERBS.has(word) || isUnit(word);

/**
 * Keys by which texts that may have to do with each other are found: the roots of their content words, in every script,
 * the English names of things that they name in Chinese or Japanese, and the matters for which these words are used.
 */
export function searchKeysOf(text: string): ReadonlySet<string> {
  const about = text.replace(SINGLE, (word) => (isGrammar(word.toLowerCase()) ? " " : word));
  const terms = queryTermsOf(about).filter((term) => !NOT_ABOUT.test(term));
  const names = queryTermsOf(unspacedIn(text).flatMap(englishNamesIn).join(" "));
  const roots = new Set([...terms, ...names].map(rootOf));
  matters ??= indexMatters((word) => rootOf(queryTermsOf(word)[0] ?? word));
  const keys = new Set(roots);
  for (const root of roots) for (const matter of matters.get(root) ?? []) keys.add(` ${matter}`);
  return keys;
}

let matters: MatterIndex | null = null;

/** Whether a key is that of a matter: no term contains a space. */
export const isMatter = (key: string) => key.startsWith(" ");

/** Endings that make another word of the same: "approval", "importer", "deployment", "Bestellung". */
const ENDING = /(?:er|or|al|ment|ance|ence|able|ible|ive|ness|ation|ion|en|ung)$/;
const MIN_ROOT = 4;
/** Words that are the same up to here mostly have to do with each other, in languages whose words have endings. */
const MAX_ROOT = 6;
const HAS_ENDINGS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;

function rootOf(term: string): string {
  if (isExact(term) || !HAS_ENDINGS.test(term)) return term;
  const short = term.replace(ENDING, "");
  return (short.length < MIN_ROOT ? term : short).slice(0, MAX_ROOT);
}
