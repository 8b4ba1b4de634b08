import type { DatabaseSync } from "node:sqlite";
import { COUNT_ENTRIES } from "./tables.ts";
import type { TextQuery } from "./terms.ts";

/** One way to look for the words of a query: what must match, and what ranks it. */
export interface MatchStrategy {
  readonly match: string;
  /** The words by which what is found is ranked; null where the newest comes first. */
  readonly rankedBy: string | null;
  /** Whether what is found contains all words. */
  readonly is_complete: boolean;
}

/** Ranking looks up the length of every entry that matches: of more entries than this the newest come first. */
const MAX_RANKED = 10_000;
/** It also goes once through all entries with each of the words that count, whether or not the others are there. */
const MAX_COUNTED = 30_000;
/** Beside a word that does not count, an entry costs several times as much to rank. */
const MAX_RANKED_BESIDE = 2_000;

/**
 * The ways in which a query is looked for, one after the other: all words in one place, then words that begin
 * with them, then some of the words. A word that is nearly everywhere must be there, and does not count for the
 * order: it would cost the most and decide the least. Where every word is, the newest entries come first.
 */
export function* matchStrategies(
  database: DatabaseSync,
  query: TextQuery,
): Generator<MatchStrategy> {
  const isMore = createCounter(database);
  const { terms, beginnings, some } = query;
  yield { ...strategyForAll(terms, isMore), is_complete: true };
  if (beginnings !== null) yield { ...strategyForAll(beginnings, isMore), is_complete: true };
  if (some.length < 2) return;
  const rare = some.filter((term) => !isMore(term, MAX_RANKED));
  for (const each of rare.length === 0 || rare.length === some.length ? [some] : [rare, some]) {
    const match = each.join(" OR ");
    const rankedBy = isMore(match, MAX_RANKED) ? null : match;
    yield { match, rankedBy, is_complete: false };
  }
}

type IsMore = (match: string, most: number) => boolean;

function strategyForAll(
  terms: readonly string[],
  isMore: IsMore,
): Omit<MatchStrategy, "is_complete"> {
  const match = terms.join(" AND ");
  if (isMore(match, MAX_RANKED)) return { match, rankedBy: null };
  if (terms.length === 1) return { match, rankedBy: match };
  const counting = terms.filter((term) => !isMore(term, MAX_COUNTED));
  if (counting.length === terms.length) return { match, rankedBy: match };
  const isRanked = counting.length > 0 && !isMore(match, MAX_RANKED_BESIDE);
  return { match, rankedBy: isRanked ? counting.join(" AND ") : null };
}

function createCounter(database: DatabaseSync): IsMore {
  const count = database.prepare(COUNT_ENTRIES);
  return (match, most) => Number(count.get(match, most + 1)?.count) > most;
}
