/**
 * BM25, computed by us instead of the database: both engines then give the same scores to the last
 * digit, and a ranking can be reproduced in a test. K1 and B are the usual values.
 */

import { isExact } from "../../base/text/terms.ts";

/** Statistics of all chunks. */
export interface Totals {
  readonly chunks: number;
  /** Terms of all chunks. */
  readonly length: number;
}

/** Statistics of one term. */
export type TermCount = {
  readonly term: string;
  /** Number of chunks with the term. */
  readonly chunks: number;
  /** Upper bound of its frequency, and lower bound of the length of a chunk with it. */
  readonly most: number;
  readonly shortest: number;
};

/** A searchable part of a text. */
export type Chunk = {
  /** Its terms, separated by spaces. */
  readonly terms: string;
  readonly length: number;
};

const K1 = 1.2;
const B = 0.75;
/** A compound name that matches exactly weighs more than its parts. */
const EXACT_WEIGHT = 1.5;

/** Scores chunks with BM25 for the terms of one query. */
export interface Scorer {
  /** The terms that occur in any chunk, the rarest first. */
  readonly terms: readonly TermCount[];
  /** Number of terms of an average chunk. */
  readonly average: number;
  score(chunk: Chunk): number;
  /** Upper bound of what a term adds to the score of a chunk. */
  bound(term: TermCount): number;
}

/**
 * Creates a scorer for the terms of a query, of which some may count less than 1. The same counts give the same scores
 * on every machine.
 */
export function createScorer(
  counts: readonly TermCount[],
  totals: Totals,
  shares: ReadonlyMap<string, number> = new Map(),
): Scorer {
  const average = totals.chunks === 0 ? 1 : totals.length / totals.chunks;
  const weights = new Map(
    counts.map((count) => [
      count.term,
      weightOf(count, totals.chunks) * (shares.get(count.term) ?? 1),
    ]),
  );
  const gain = (weight: number, frequency: number, length: number) =>
    (weight * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / average));
  return {
    average,
    terms: counts
      .filter(({ chunks }) => chunks > 0)
      .sort((left, right) => left.chunks - right.chunks || compareText(left.term, right.term)),
    score({ terms, length }) {
      const padded = ` ${terms} `;
      let total = 0;
      // In the order of the query, because floating-point sums depend on their order.
      for (const [term, weight] of weights) {
        const frequency = countTerm(padded, ` ${term} `);
        if (frequency > 0) total += gain(weight, frequency, length);
      }
      return total;
    },
    bound: ({ term, most, shortest }) => gain(weights.get(term) ?? 0, most, shortest),
  };
}

/** How often a term occurs between spaces. Searching for it is faster than splitting all terms. */
function countTerm(terms: string, term: string): number {
  let count = 0;
  for (let at = terms.indexOf(term); at !== -1; at = terms.indexOf(term, at + term.length - 1)) {
    count++;
  }
  return count;
}

function weightOf({ term, chunks }: TermCount, total: number): number {
  const rarity = Math.log(1 + (total - chunks + 0.5) / (chunks + 0.5));
  return isExact(term) ? rarity * EXACT_WEIGHT : rarity;
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
