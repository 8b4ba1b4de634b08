/**
 * A light stemmer for English. It only has to map forms of a word to the same string; that this is
 * not always a word does not matter, since queries are stemmed in the same way.
 */

const VOWEL = /[aeiouy]/;
const DOUBLED = /([bdfgmnprt])\1$/;

/** A word without English endings, so that "retries" finds "retry". Only ASCII words change. */
export function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  return withoutFinalE(withoutIon(withoutParticiple(withoutPlural(word))));
}

function withoutPlural(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutParticiple(word: string): string {
  if (word.endsWith("ied") && word.length > 4) return `${word.slice(0, -3)}y`;
  for (const ending of ["ingly", "edly", "ing", "ed", "ly"]) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    // "ring" and "red" have no ending: what remains must be long enough and contain a vowel.
    return rest.length >= 3 && VOWEL.test(rest) ? rest.replace(DOUBLED, "$1") : word;
  }
  return word;
}

/** "rotation" is what "rotate" does. */
function withoutIon(word: string): string {
  return word.length > 6 && word.endsWith("tion") ? word.slice(0, -3) : word;
}

function withoutFinalE(word: string): string {
  return word.length > 3 && word.endsWith("e") ? word.slice(0, -1) : word;
}
