import { foldLetters } from "./fold-letters.ts";
import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";
import { isUnspaced, pairsOf, UNSPACED } from "./unspaced-scripts.ts";

/** Maximum length of a term; nobody searches for longer ones. */
const MAX_TERM = 64;
const SPACED = `[[\\p{L}\\p{M}\\p{N}]--${UNSPACED}]+`;
/** A run of a script without spaces, or a name that may have several parts. */
const TOKEN = new RegExp(`${UNSPACED}+|${SPACED}(?:[\\-_.\\/'’@:]${SPACED})*`, "gv");
/** Parts of a compound: camelCase, upper-case runs, digits. Scripts without case stay together. */
const PART = /\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;

/** Characters that often are words: each is a term beside the pairs in which it is. */
const HAN = /\p{Script=Han}/gu;

/**
 * The terms of a text in order: stemmed words without stop words, letters without case, width and accents. A compound
 * such as `auth-api-2` or `maxRetries` gives one term for itself and one for each of its parts; where words are not
 * separated by spaces, pairs of characters are terms, and so is each character of Chinese.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [token] of foldLetters(text).matchAll(TOKEN)) {
    if (!isUnspaced(token)) addTerms(terms, token);
    else if (token.length === 1) terms.push(token);
    else terms.push(...pairsOf(token), ...(token.match(HAN) ?? []));
  }
  return terms;
}

/** Characters of Chinese and Japanese grammar; pairs of them are what stop words are elsewhere. */
const GRAMMAR =
  /^(?:[的了是在我们你他它和就都而及与着或个这那什么怎为何哪些吗呢吧啊有没不会能要可以到从对把被让给向]+|[のはがをにでとへもやかなたてしるれだすまよねこそあどい]+)$/u;

/** The terms to look for: a character counts by itself only where it has no neighbour. */
export function queryTermsOf(query: string): string[] {
  const terms: string[] = [];
  for (const [token] of foldLetters(query).matchAll(TOKEN)) {
    if (!isUnspaced(token)) addTerms(terms, token);
    else terms.push(...pairsOf(token).filter((pair) => pair === token || !GRAMMAR.test(pair)));
  }
  return terms;
}

/** The runs of a text, with their letters folded, in which words are not separated by spaces. */
export function unspacedIn(text: string): readonly string[] {
  return (foldLetters(text).match(TOKEN) ?? []).filter(isUnspaced);
}

/** The characters of Chinese in a query that are more than grammar. */
export function charactersIn(query: string): readonly string[] {
  return (foldLetters(query).match(HAN) ?? []).filter((character) => !GRAMMAR.test(character));
}

function addTerms(terms: string[], token: string): void {
  const parts = token.match(PART) ?? [];
  if (parts.length > 1 && token.length <= MAX_TERM && !/['’]/.test(token)) {
    terms.push(token.toLowerCase());
  }
  for (const part of parts) {
    const word = part.toLowerCase();
    if (word.length > MAX_TERM || isStopWord(word)) continue;
    if (word.length > 1 || /\p{N}|\p{Lo}/u.test(word)) terms.push(stem(word));
  }
}

/** Whether a term is a compound: a query that contains it means exactly that name. */
export function isExact(term: string): boolean {
  return /[-_./@:]/.test(term);
}
