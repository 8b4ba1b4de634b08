import { englishNamesIn } from "../../base/text/computing-vocabulary.ts";
import { charactersIn, queryTermsOf, termsOf, unspacedIn } from "../../base/text/terms.ts";

/** What a term counts that the query names in another language, and a character of Chinese that may be a word. */
const TRANSLATED = 0.5;
const CHARACTER = 0.3;
/** Hiragana is mostly grammar: what a pair of it counts, and a pair with another script, which is often an ending. */
const GRAMMAR = 0.3;
const ENDING = 0.5;
/** A word of katakana has many pairs, and would count more than several words of Chinese characters: it counts as so many. */
const KATAKANA_PAIRS = 2;
const KATAKANA = /[\p{Script=Katakana}ー]+/gu;

/**
 * The terms by which a query finds texts, with their weights: its own terms count fully, except for pairs of Japanese; the
 * English names of things that it names in Chinese or Japanese and single characters count less.
 */
export function weighTerms(query: string): ReadonlyMap<string, number> {
  const weights = new Map(queryTermsOf(query).map((term) => [term, weightOf(term)]));
  const runs = unspacedIn(query);
  for (const [word] of runs.flatMap((run) => [...run.matchAll(KATAKANA)])) {
    const pairs = queryTermsOf(word);
    for (const pair of pairs) weights.set(pair, Math.min(1, KATAKANA_PAIRS / pairs.length));
  }
  const add = (terms: readonly string[], weight: number) => {
    for (const term of terms) if (!weights.has(term)) weights.set(term, weight);
  };
  for (const run of runs) add(termsOf(englishNamesIn(run).join(" ")), TRANSLATED);
  add(charactersIn(query), CHARACTER);
  return weights;
}

function weightOf(term: string): number {
  if (/^\p{Script=Hiragana}+$/u.test(term)) return GRAMMAR;
  return /\p{Script=Hiragana}/u.test(term) ? ENDING : 1;
}
