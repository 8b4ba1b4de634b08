import type { Ledger } from "../ledger/ledger.ts";
import type { Transaction } from "../stores/store.ts";
import { type UnitFacts, unitFactsSchema } from "./event-bodies.ts";
import { chooseDiverse } from "./rank/diversity.ts";
import type { Embedder } from "./rank/embedder.ts";
import { termsOf } from "./rank/terms.ts";
import { ensureIndexed } from "./search/index-units.ts";
import { searchUnits } from "./search/search-units.ts";
import { selectUnit, selectUnits, type UnitFilter, type UnitRow } from "./tables.ts";
import { type DecayContext, strengthOfUnit } from "./unit-use.ts";
import { contentOf } from "./units.ts";

/** A unit that answers a query. */
export interface Recalled {
  readonly row: UnitRow;
  readonly facts: UnitFacts;
  /** How well its words answer. */
  readonly score: number;
  /** How strongly it asks to be recalled by its age and use; with the score, its place in the answer. */
  readonly strength: number;
  /** Its content, or of a long one what answers best. */
  readonly content: string;
  readonly isExcerpt: boolean;
}

/** What is looked for, and how the answer is to be. */
export interface RecallRequest {
  readonly query: string;
  readonly filter: UnitFilter;
  readonly limit: number;
  /** Longest content, in UTF-16 units; what is longer becomes an excerpt. */
  readonly maxLength: number;
  /** Prefers units that are unlike each other. */
  readonly diverse?: boolean;
  readonly embedder?: Embedder;
  /** Lets what is old and was never of use come later; without it only words count. */
  readonly decay?: DecayContext;
}

/** How many times more units are ranked by words than are wanted, when something else ranks them too. */
const POOL = 4;

/** Finds units for a query; without words that can be looked for, the newest ones. */
export async function recall(ledger: Ledger, wanted: RecallRequest): Promise<readonly Recalled[]> {
  await ensureIndexed(ledger);
  return ledger.read(async (tx) => {
    const found =
      termsOf(wanted.query).length === 0
        ? await recallNewest(tx, wanted)
        : await recallByTerms(tx, ledger, wanted);
    return wanted.diverse === true ? diversify(found, wanted.limit) : found;
  });
}

async function recallByTerms(tx: Transaction, ledger: Ledger, wanted: RecallRequest) {
  const { query, filter, maxLength, embedder, decay, diverse } = wanted;
  const isPooled = diverse === true || decay !== undefined;
  const hits = await searchUnits(tx, ledger.store.engine, {
    query,
    filter,
    limit: isPooled ? wanted.limit * POOL : wanted.limit,
    excerptLength: maxLength,
    ...(embedder === undefined ? {} : { embedder }),
  });
  const found: Recalled[] = [];
  for (const { unit_id, score, excerpt, isComplete: whole } of hits) {
    const row = await selectUnit(tx, unit_id);
    if (row === null) continue;
    const strength = strengthOf(row, decay);
    found.push({ row, facts: factsOf(row), score, strength, content: excerpt, isExcerpt: !whole });
  }
  found.sort((one, other) => rankOf(other) - rankOf(one) || other.row.pos - one.row.pos);
  return diverse === true ? found : found.slice(0, wanted.limit);
}

/** What units are ordered by: their words and their strength. */
export function rankOf({ score, strength }: Pick<Recalled, "score" | "strength">): number {
  return score * strength;
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

function diversify(found: readonly Recalled[], limit: number): readonly Recalled[] {
  const pool = found.map((each) => ({
    each,
    score: rankOf(each),
    terms: new Set(termsOf(each.content)),
  }));
  return chooseDiverse(pool, limit).map(({ each }) => each);
}

/** What is said about a listed unit. */
export function factsOf(row: UnitRow): UnitFacts {
  return unitFactsSchema.parse(JSON.parse(row.facts));
}
