import { isStopWord } from "../../base/text/stop-words.ts";
import { stem } from "./stem.ts";

/** Maximum length of a term; nobody searches for longer ones. */
const MAX_TERM = 64;
const TOKEN = /[\p{L}\p{N}]+(?:[-_./'’@:][\p{L}\p{N}]+)*/gu;
/** Parts of a compound: camelCase, upper-case runs, digits. Scripts without case stay together. */
const PART = /\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;

/**
 * The terms of a text in order: stemmed words without stop words. A compound such as `auth-api-2` or `maxRetries`
 * gives one term for itself and one for each of its parts.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [token] of text.normalize("NFC").matchAll(TOKEN)) {
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
  return terms;
}

/** Whether a term is a compound: a query that contains it means exactly that name. */
export function isExact(term: string): boolean {
  return /[-_./@:]/.test(term);
}
