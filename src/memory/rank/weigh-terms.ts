import { englishNamesIn } from "../../base/text/computing-vocabulary.ts";
import { charactersIn, queryTermsOf, termsOf, unspacedIn } from "../../base/text/terms.ts";

/** What a term counts that the query names in another language, and a character of Chinese that may be a word. */
const TRANSLATED = 0.5;
const CHARACTER = 0.3;

/**
 * The terms by which a query finds texts, with their weights: its own terms count fully, the English names of things
 * that it names in Chinese or Japanese and single characters less.
 */
export function weighTerms(query: string): ReadonlyMap<string, number> {
  const weights = new Map(queryTermsOf(query).map((term) => [term, 1]));
  const add = (terms: readonly string[], weight: number) => {
    for (const term of terms) if (!weights.has(term)) weights.set(term, weight);
  };
  for (const run of unspacedIn(query)) add(termsOf(englishNamesIn(run).join(" ")), TRANSLATED);
  add(charactersIn(query), CHARACTER);
  return weights;
}
