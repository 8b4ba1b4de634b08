import { decodeUtf8 } from "../../base/text/text.ts";
import { findTexts } from "../../ledger/texts.ts";
import type { Engine, Transaction } from "../../stores/store.ts";
import { bestUnits, type RankedUnit } from "../rank/best-chunks.ts";
import { bestExcerpt } from "../rank/best-excerpt.ts";
import { createScorer, type Scorer, type TermCount } from "../rank/bm25.ts";
import { type Embedder, rankByMeaning } from "../rank/embedder.ts";
import { fuseRanks } from "../rank/fuse-ranks.ts";
import { besides, rankWithNeighbours } from "../rank/neighbours.ts";
import { queryTermsOf } from "../rank/terms.ts";
import { type Condition, conditionOf, type UnitFilter } from "../tables.ts";
import {
  type ChunkRow,
  selectChunks,
  selectChunksWith,
  selectTerms,
  selectTotals,
  TERMS_AT_ONCE,
  totalsOf,
} from "./tables.ts";

/** A search request. */
export interface SearchRequest {
  readonly query: string;
  readonly filter: UnitFilter;
  readonly limit: number;
  /** Maximum length of an excerpt, in UTF-16 units. */
  readonly excerptLength: number;
  /** Adds a ranking by meaning to the ranking by words. */
  readonly embedder?: Embedder;
}

/** A found unit, with its best excerpt. */
export interface SearchHit {
  readonly unit_id: string;
  readonly score: number;
  readonly excerpt: string;
  /** Whether the excerpt is the complete content. */
  readonly isComplete: boolean;
  /** Position of the best chunk in the content, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** This many times more units than requested are ranked by meaning. */
const POOL = 5;
/** This many times more turns than requested are ranked together with their neighbours. */
const TURN_POOL = 2;
/** Maximum length of the text from which an excerpt is chosen. */
const READ_LENGTH = 32 * 1024;
const MAX_TERMS = 2 * TERMS_AT_ONCE;

/** Finds units by the words of a query. Every engine gives the same hits and scores. */
export async function searchUnits(
  tx: Transaction,
  engine: Engine,
  search: SearchRequest,
): Promise<readonly SearchHit[]> {
  const scorer = await scorerFor(tx, search.query);
  const condition = conditionOf(search.filter);
  const pool = search.embedder === undefined ? search.limit : search.limit * POOL;
  const best = (limit: number) =>
    bestUnits(scorer, limit, ({ term }) => selectChunksWith(tx, engine, term, condition));
  const first = await best(pool);
  const ranked = first.some(({ chunk }) => chunk.session_id !== null)
    ? (await rankTurns(tx, await best(pool * TURN_POOL), { scorer, condition })).slice(0, pool)
    : first;
  const texts = await textsOf(tx, ranked);
  const hits = ranked.flatMap(({ unit_id, score, chunk }) => {
    const text = texts.get(chunk.content);
    if (text === undefined) return []; // Redacted after it was indexed.
    const part = textAround(text, chunk);
    const excerpt = bestExcerpt(part, scorer, search.excerptLength);
    const isComplete = excerpt.length === text.trim().length;
    return [{ unit_id, score, excerpt, isComplete, start: chunk.start_at, end: chunk.end_at }];
  });
  return search.embedder === undefined ? hits : fuseByMeaning(hits, search.embedder, search);
}

/** Ranks turns of conversations together with those beside them. */
async function rankTurns(
  tx: Transaction,
  ranked: readonly RankedUnit<ChunkRow>[],
  { scorer, condition }: { readonly scorer: Scorer; readonly condition: Condition },
): Promise<readonly RankedUnit<ChunkRow>[]> {
  const numbers = besides(ranked.map(({ chunk }) => chunk));
  return rankWithNeighbours(ranked, await selectChunks(tx, numbers, condition), scorer);
}

/** A scorer for the terms of a query that are in the index. */
export async function scorerFor(tx: Transaction, query: string): Promise<Scorer> {
  const terms = [...new Set(queryTermsOf(query))].slice(0, MAX_TERMS);
  const known = new Map<string, TermCount>();
  for (let at = 0; at < terms.length; at += TERMS_AT_ONCE) {
    for (const count of await selectTerms(tx, terms.slice(at, at + TERMS_AT_ONCE))) {
      known.set(count.term, count);
    }
  }
  // In the order of the query, not in that of the engine's answer.
  const counts = terms.flatMap((term) => known.get(term) ?? []);
  return createScorer(counts, totalsOf(await selectTotals(tx)));
}

/** The text, or the surroundings of a chunk in a long one. */
function textAround(text: string, { start_at, end_at }: ChunkRow): string {
  if (text.length <= READ_LENGTH) return text;
  return text.slice(Math.max(0, start_at - READ_LENGTH / 2), end_at + READ_LENGTH / 2);
}

async function textsOf(
  tx: Transaction,
  ranked: readonly RankedUnit<ChunkRow>[],
): Promise<ReadonlyMap<string, string>> {
  const found = await findTexts(
    tx,
    ranked.map(({ chunk }) => chunk.content),
  );
  const texts = new Map<string, string>();
  for (const [name, finding] of found) {
    const text = finding.state === "present" ? decodeUtf8(finding.content) : null;
    if (text !== null) texts.set(name, text);
  }
  return texts;
}

/**
 * Falls back to the ranking by words if the model does not answer: search must not depend on a
 * network.
 */
async function fuseByMeaning(
  hits: readonly SearchHit[],
  embedder: Embedder,
  { query, limit }: SearchRequest,
): Promise<readonly SearchHit[]> {
  const byId = new Map(hits.map((hit) => [hit.unit_id, hit]));
  const texts = new Map(hits.map((hit) => [hit.unit_id, hit.excerpt]));
  const byMeaning = hits.length === 0 ? [] : await rankByMeaning(embedder, query, texts);
  if (byMeaning === null) return hits.slice(0, limit);
  return fuseRanks([[...byId.keys()], byMeaning])
    .slice(0, limit)
    .flatMap(({ name, score }) => {
      const hit = byId.get(name);
      return hit === undefined ? [] : [{ ...hit, score }];
    });
}
