/**
 * Recall of units for an agent: search by words, adjusted by strength (age and use), optionally by
 * meaning and for diversity. Counting the use is left to the caller, because not every search is
 * shown to an agent.
 */

import { queryTermsOf, termsOf } from "../base/text/terms.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { parseStoredAs } from "../ledger/stored-json.ts";
import type { Transaction } from "../stores/store.ts";
import { type Candidate, chooseExcerpts } from "./choose-excerpts.ts";
import { type UnitFacts, unitFactsSchema } from "./event-bodies.ts";
import { chooseDiverse } from "./rank/diversity.ts";
import type { Embedder } from "./rank/embedder.ts";
import { readIndexed } from "./search/read-indexed.ts";
import { searchUnits } from "./search/search-units.ts";
import { isConversation, type SearchSource } from "./search/source.ts";
import type { PassageRow } from "./search/tables/sources.ts";
import { selectUnit, selectUnits, type UnitFilter, type UnitRow } from "./tables.ts";
import { type DecayContext, strengthOfUnit } from "./unit-use.ts";
import { contentOf } from "./units.ts";

/** A unit found by a query. */
export interface Recalled {
  readonly row: UnitRow;
  readonly facts: UnitFacts;
  /** How well its words match. */
  readonly score: number;
  /** Its strength by age and use. Score times strength gives its rank. */
  readonly strength: number;
  /** Its content, or the best excerpt of a long one. */
  readonly content: string;
  readonly isExcerpt: boolean;
}

/** A passage of a conversation, an entry of a state or a request that was found by a query. */
export interface RecalledPassage extends Pick<Recalled, "score" | "content" | "isExcerpt"> {
  readonly passage: PassageRow;
}

type Ranked = Omit<Recalled, keyof Shown> | Omit<RecalledPassage, keyof Shown>;
type Shown = Pick<Recalled, "content" | "isExcerpt">;
type Found = Ranked & Candidate;

/** The default length of a hit, in UTF-16 units; characters of Chinese, Japanese and Korean count twice. */
export const EXCERPT_CHARS = 600;

/** A query and the form of its answer. */
export interface RecallRequest {
  readonly query: string;
  readonly filter: UnitFilter;
  readonly limit: number;
  /** Maximum length of a content in UTF-16 units; a longer one becomes an excerpt. */
  readonly maxLength: number;
  /** Prefers units that differ from each other. */
  readonly diverse?: boolean;
  readonly embedder?: Embedder;
  /** Ranks old and unused units lower; without it only words count. */
  readonly decay?: DecayContext;
}

/** Where strength or diversity reorders the units, or turns may repeat others, so many times more are ranked by words first. */
const POOL = 4;

/** Finds units for a query; the newest ones when the query has no searchable words. */
export async function recall(ledger: Ledger, wanted: RecallRequest): Promise<readonly Recalled[]> {
  return (await recallAmong(ledger, wanted, null)).filter(isUnit);
}

/** Finds units, and passages of sources, for a query; the newest units when the query has no searchable words. */
export async function recallAmong(
  ledger: Ledger,
  wanted: RecallRequest,
  sources: readonly SearchSource[] | null,
): Promise<readonly (Recalled | RecalledPassage)[]> {
  return readIndexed(ledger, sources, async (tx) => {
    const found =
      queryTermsOf(wanted.query).length === 0
        ? await recallNewest(tx, wanted)
        : await recallByTerms(tx, ledger, { ...wanted, withSources: sources !== null });
    return wanted.diverse === true ? diversify(found, wanted.limit) : found;
  });
}

/** Whether a unit was found, and no passage. */
export function isUnit(found: Recalled | RecalledPassage): found is Recalled {
  return "row" in found;
}

async function recallByTerms(
  tx: Transaction,
  ledger: Ledger,
  wanted: RecallRequest & { readonly withSources: boolean },
): Promise<readonly (Recalled | RecalledPassage)[]> {
  const { query, filter, maxLength, embedder, decay, diverse, withSources } = wanted;
  const isPooled = diverse === true || decay !== undefined || withSources;
  const hits = await searchUnits(tx, ledger.store.engine, {
    query,
    filter,
    limit: isPooled ? wanted.limit * POOL : wanted.limit,
    excerptLength: maxLength,
    withSources,
    ...(embedder === undefined ? {} : { embedder }),
  });
  const found: Found[] = [];
  for (const { unit_id, passage, score, excerptOf } of hits) {
    if (passage !== null) {
      found.push({ passage, score, excerptOf, isTurn: isConversation(passage.source_kind) });
      continue;
    }
    const row = await selectUnit(tx, unit_id);
    if (row === null) continue;
    const strength = strengthOf(row, decay);
    found.push({ row, facts: factsOf(row), score, strength, excerptOf, isTurn: false });
  }
  found.sort((one, other) => rankOf(other) - rankOf(one) || posOf(other) - posOf(one));
  const limit = diverse === true ? found.length : wanted.limit;
  return chooseExcerpts(found, limit, maxLength).map(({ each, content, isExcerpt }) => {
    const { excerptOf: _, isTurn: __, ...known } = each;
    return { ...known, content, isExcerpt };
  });
}

/** The rank of what was found: by its words and, for a unit, its strength. */
export function rankOf(found: Ranked): number {
  return "row" in found ? found.score * found.strength : found.score;
}

/** Of equals the newest unit comes first, and passages stay in their order. */
function posOf(found: Ranked): number {
  return "row" in found ? found.row.pos : 0;
}

function strengthOf(row: UnitRow, decay: DecayContext | undefined): number {
  return decay === undefined ? 1 : strengthOfUnit(row, decay);
}

async function recallNewest(tx: Transaction, { filter, limit, maxLength, decay }: RecallRequest) {
  const found: Recalled[] = [];
  for (const row of await selectUnits(tx, filter, limit)) {
    const content = await contentOf(tx, row);
    if (content === null) continue;
    const short = content.slice(0, maxLength).toWellFormed();
    const isExcerpt = short.length < content.length;
    const strength = strengthOf(row, decay);
    found.push({ row, facts: factsOf(row), score: 1, strength, content: short, isExcerpt });
  }
  return found;
}

function diversify<Each extends Recalled | RecalledPassage>(
  found: readonly Each[],
  limit: number,
): readonly Each[] {
  const pool = found.map((each) => ({
    each,
    score: rankOf(each),
    terms: new Set(termsOf(each.content)),
  }));
  return chooseDiverse(pool, limit).map(({ each }) => each);
}

/** The facts of a listed unit. */
export function factsOf(row: UnitRow): UnitFacts {
  const place = { table: "units", column: "facts", row: row.unit_id };
  return parseStoredAs(unitFactsSchema, row.facts, place);
}
