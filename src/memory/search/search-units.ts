import { decodeUtf8 } from "../../base/text/text.ts";
import { findTexts } from "../../ledger/texts.ts";
import { DEFAULT_NAMESPACE } from "../../model/state.ts";
import type { Engine, Transaction } from "../../stores/store.ts";
import { bestUnits, type RankedUnit } from "../rank/best-chunks.ts";
import { bestExcerpt } from "../rank/best-excerpt.ts";
import { createScorer, type Scorer, type TermCount } from "../rank/bm25.ts";
import { type Embedder, rankByMeaning } from "../rank/embedder.ts";
import { fuseRanks } from "../rank/fuse-ranks.ts";
import { weightOf } from "../rank/kind-weights.ts";
import { besides, rankWithNeighbours } from "../rank/neighbours.ts";
import { weighTerms } from "../rank/weigh-terms.ts";
import { conditionOf, type UnitFilter } from "../tables.ts";
import { type PassageRow, selectPassages } from "./tables/sources.ts";
import {
  type ChunkRow,
  type Reach,
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
  /** Length of the excerpts that are ranked by meaning, in UTF-16 units. */
  readonly excerptLength: number;
  /** Whether passages of sources are searched, too. */
  readonly withSources?: boolean;
  /** Adds a ranking by meaning to the ranking by words. */
  readonly embedder?: Embedder;
}

/** The part of a text that answers a query best. */
export interface Excerpt {
  readonly text: string;
  /** Whether it is the complete content. */
  readonly isComplete: boolean;
}

/** A found unit or passage. */
export interface SearchHit {
  /** The unit; a name of its own for a passage. */
  readonly unit_id: string;
  /** What the passage is from; null for a unit. */
  readonly passage: PassageRow | null;
  readonly score: number;
  /** Its best excerpt of a length in UTF-16 units. */
  excerptOf(maxLength: number): Excerpt;
  /** Position of the best chunk in the content, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** This many times more units than requested are ranked by meaning. */
const POOL = 5;
/** Turns that are ranked together with their neighbours; at least twice as many as requested. */
const TURN_POOL = 60;
/** Maximum length of the text from which an excerpt is chosen. */
const READ_LENGTH = 32 * 1024;
const MAX_TERMS = 2 * TERMS_AT_ONCE;

/** Finds units, and passages where they are wanted, by the words of a query. Every engine gives the same hits and scores. */
export async function searchUnits(
  tx: Transaction,
  engine: Engine,
  search: SearchRequest,
): Promise<readonly SearchHit[]> {
  const scorer = await scorerFor(tx, search.query);
  const reach = reachOf(search);
  const pool = search.embedder === undefined ? search.limit : search.limit * POOL;
  const scoreOf = (chunk: ChunkRow) => scorer.score(chunk) * weightOf(chunk.kind);
  const chunksWith = remembering(({ term }) => selectChunksWith(tx, engine, term, reach));
  const best = (limit: number) => bestUnits(scorer, limit, chunksWith, scoreOf);
  const first = await best(pool);
  const ranked = first.some(({ chunk }) => chunk.session_id !== null)
    ? (await rankTurns(tx, await best(Math.max(pool * 2, TURN_POOL)), { scoreOf, reach })).slice(
        0,
        pool,
      )
    : first;
  const hits = await describeHits(tx, ranked, scorer);
  return search.embedder === undefined ? hits : fuseByMeaning(hits, search.embedder, search);
}

function reachOf({ filter, withSources }: SearchRequest): Reach {
  const namespaces = [filter.namespace ?? DEFAULT_NAMESPACE, DEFAULT_NAMESPACE] as const;
  return { units: conditionOf(filter), namespaces: withSources === true ? namespaces : null };
}

/** Ranks turns of conversations together with those beside them. */
async function rankTurns(
  tx: Transaction,
  ranked: readonly RankedUnit<ChunkRow>[],
  { scoreOf, reach }: { readonly scoreOf: (chunk: ChunkRow) => number; readonly reach: Reach },
): Promise<readonly RankedUnit<ChunkRow>[]> {
  const numbers = besides(ranked.map(({ chunk }) => chunk));
  return rankWithNeighbours(ranked, await selectChunks(tx, numbers, reach), scoreOf);
}

/** Asks once for each term, although units are ranked twice. */
function remembering<Found>(
  chunksWith: (term: TermCount) => Promise<Found>,
): (term: TermCount) => Promise<Found> {
  const known = new Map<string, Promise<Found>>();
  return (term) => {
    const found = known.get(term.term) ?? chunksWith(term);
    known.set(term.term, found);
    return found;
  };
}

async function describeHits(
  tx: Transaction,
  ranked: readonly RankedUnit<ChunkRow>[],
  scorer: Scorer,
): Promise<readonly SearchHit[]> {
  const isUnit = ({ chunk }: RankedUnit<ChunkRow>) => chunk.kind === null;
  const texts = await textsOf(tx, ranked.filter(isUnit));
  const others = ranked.filter((each) => !isUnit(each));
  const passages = await selectPassages(
    tx,
    others.map(({ chunk }) => chunk.chunk),
  );
  return ranked.flatMap(({ unit_id, score, chunk }): SearchHit[] => {
    const place = { unit_id, score, start: chunk.start_at, end: chunk.end_at };
    const passage = passages.get(chunk.chunk) ?? null;
    const text = passage === null ? texts.get(chunk.content) : passage.text;
    if (text === undefined) return []; // Redacted after it was indexed.
    const part = passage === null ? textAround(text, chunk) : text;
    const excerptOf = (maxLength: number): Excerpt => {
      const excerpt = bestExcerpt(part, scorer, maxLength);
      const isAll = excerpt.length === text.trim().length;
      return {
        text: excerpt,
        isComplete: isAll && (passage === null || passage.is_complete === 1),
      };
    };
    return [{ ...place, passage, excerptOf }];
  });
}

/** A scorer for the terms of a query that are in the index. */
export async function scorerFor(tx: Transaction, query: string): Promise<Scorer> {
  const weights = weighTerms(query);
  const terms = [...weights.keys()].slice(0, MAX_TERMS);
  const known = new Map<string, TermCount>();
  for (let at = 0; at < terms.length; at += TERMS_AT_ONCE) {
    for (const count of await selectTerms(tx, terms.slice(at, at + TERMS_AT_ONCE))) {
      known.set(count.term, count);
    }
  }
  // In the order of the query, not in that of the engine's answer.
  const counts = terms.flatMap((term) => known.get(term) ?? []);
  return createScorer(counts, totalsOf(await selectTotals(tx)), weights);
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
  { query, limit, excerptLength }: SearchRequest,
): Promise<readonly SearchHit[]> {
  const byId = new Map(hits.map((hit) => [hit.unit_id, hit]));
  const texts = new Map(hits.map((hit) => [hit.unit_id, hit.excerptOf(excerptLength).text]));
  const byMeaning = hits.length === 0 ? [] : await rankByMeaning(embedder, query, texts);
  if (byMeaning === null) return hits.slice(0, limit);
  return fuseRanks([[...byId.keys()], byMeaning])
    .slice(0, limit)
    .flatMap(({ name, score }) => {
      const hit = byId.get(name);
      return hit === undefined ? [] : [{ ...hit, score }];
    });
}
