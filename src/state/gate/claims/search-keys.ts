import { alternativeGroup, COMPOUND_TOOLS } from "./alternatives.ts";
import { EMPTY_WORDS, FUNCTION_WORDS, LIGHT_VERBS, PREFERENCE_VERBS } from "./grammar.ts";

/** One Chinese character, two Korean syllables, a run of Katakana, or a word of any other script. */
const WORD =
  /\p{Script=Han}|\p{Script=Hangul}{1,2}|[\p{Script=Katakana}ー]+|(?:(?![\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}])[\p{L}\p{M}\p{N}])+/gu;
/** Letters by which forms of a word are found: "deploy", "deployments". */
const STEM = 5;
const ENDING = /(?<=\p{L}{3})(?:ing|ed|es|e|s)$/u;

/** Keys by which texts that may have to do with each other are found quickly, before they are compared. */
export function searchKeysOf(text: string): ReadonlySet<string> {
  const keys = new Set<string>();
  const lower = text.toLowerCase();
  for (const [word] of lower.matchAll(WORD)) {
    if (EMPTY_WORDS.has(word) || FUNCTION_WORDS.has(word)) continue;
    if (LIGHT_VERBS.has(word) && !PREFERENCE_VERBS.has(word)) continue;
    keys.add(word.replace(ENDING, "").slice(0, STEM));
    addGroup(keys, word);
  }
  for (const name of COMPOUND_TOOLS) if (lower.includes(name)) addGroup(keys, name);
  return keys;
}

/** Tools for the same purpose find each other. No word contains a space. */
function addGroup(keys: Set<string>, word: string): void {
  const group = alternativeGroup(word);
  if (group !== null) keys.add(` ${group}`);
}
