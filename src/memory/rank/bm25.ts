import { isExact } from "./terms.ts";

/** What is known of all chunks together. */
export interface Totals {
  readonly chunks: number;
  /** Terms of all chunks. */
  readonly length: number;
}

/** What is known of one term. */
export type TermCount = {
  readonly term: string;
  /** Chunks that have it. */
  readonly chunks: number;
  /** No chunk has it more often, and none that has it is shorter. */
  readonly most: number;
  readonly shortest: number;
};

/** A text as it is searched. */
export type Chunk = {
  /** Its terms, with a space between two. */
  readonly terms: string;
  readonly length: number;
};

const K1 = 1.2;
const B = 0.75;
/** A name that is typed as it stands weighs more than its parts. */
const EXACT_WEIGHT = 1.5;

/** BM25 over terms that are known beforehand. */
export interface Scorer {
  /** The terms that any chunk has, the rarest first. */
  readonly terms: readonly TermCount[];
  /** Terms of an average chunk. */
  readonly average: number;
  score(chunk: Chunk): number;
  /** No chunk gets more than this from a term. */
  bound(term: TermCount): number;
}

/** Makes a scorer for the terms of a query. The same counts give the same scores on every machine. */
export function createScorer(counts: readonly TermCount[], totals: Totals): Scorer {
  const average = totals.chunks === 0 ? 1 : totals.length / totals.chunks;
  const weights = new Map(counts.map((count) => [count.term, weightOf(count, totals.chunks)]));
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
      // In the order of the query, because sums of fractions depend on their order.
      for (const [term, weight] of weights) {
        const frequency = countTerm(padded, ` ${term} `);
        if (frequency > 0) total += gain(weight, frequency, length);
      }
      return total;
    },
    bound: ({ term, most, shortest }) => gain(weights.get(term) ?? 0, most, shortest),
  };
}

/** How often a term stands between spaces; looking for it is quicker than taking all terms apart. */
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
