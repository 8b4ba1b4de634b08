import { queryTermsOf } from "../../../base/text/terms.ts";
import { alternativeGroup, COMPOUND_TOOLS } from "./alternatives.ts";
import { EMPTY_WORDS, FUNCTION_WORDS, LIGHT_VERBS } from "./grammar.ts";
import { isUnit } from "./quantities.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** A word that is no part of a compound such as "opt-in". */
const SINGLE =
  /(?<![\p{L}\p{M}\p{N}_./@:-])[\p{L}\p{M}\p{N}]+(?![\p{L}\p{M}\p{N}]|[_./@:-][\p{L}\p{N}])/gu;
/** Numbers, and pairs of letters that only carry Japanese grammar, do not show what a text is about. */
const NOT_ABOUT = /^\p{N}+$|\p{Script=Hiragana}/u;

const isGrammar = (word: string) =>
  EMPTY_WORDS.has(word) || FUNCTION_WORDS.has(word) || LIGHT_VERBS.has(word) || isUnit(word);

/**
 * Keys by which texts that may have to do with each other are found: the stems of their content words, in every script,
 * and the groups of the tools that they name, so that tools for the same purpose find each other.
 */
export function searchKeysOf(text: string): ReadonlySet<string> {
  const about = text.replace(SINGLE, (word) => (isGrammar(word.toLowerCase()) ? " " : word));
  const keys = new Set(queryTermsOf(about).filter((term) => !NOT_ABOUT.test(term)));
  const lower = text.toLowerCase();
  for (const [word] of lower.matchAll(WORD)) addGroup(keys, word);
  for (const name of COMPOUND_TOOLS) if (lower.includes(name)) addGroup(keys, name);
  return keys;
}

/** No term contains a space. */
function addGroup(keys: Set<string>, word: string): void {
  const group = alternativeGroup(word);
  if (group !== null) keys.add(` ${group}`);
}
