import type { Ledger } from "../ledger/ledger.ts";
import type { Transaction } from "../stores/store.ts";
import { type UnitFacts, unitFactsSchema } from "./bodies.ts";
import { chooseDiverse } from "./rank/diversity.ts";
import type { Embedder } from "./rank/embedder.ts";
import { termsOf } from "./rank/terms.ts";
import { ensureIndexed } from "./search/indexing.ts";
import { searchUnits } from "./search/search.ts";
import { selectUnit, selectUnits, type UnitFilter, type UnitRow } from "./tables.ts";
import { contentOf } from "./units.ts";

/** A unit that answers a query. */
export interface Recalled {
  readonly row: UnitRow;
  readonly facts: UnitFacts;
  readonly score: number;
  /** Its content, or of a long one what answers best. */
  readonly content: string;
  readonly isExcerpt: boolean;
}

/** What is looked for, and how the answer is to be. */
export interface Recall {
  readonly query: string;
  readonly filter: UnitFilter;
  readonly limit: number;
  /** Longest content, in UTF-16 units; what is longer becomes an excerpt. */
  readonly maxLength: number;
  /** Prefers units that are unlike each other. */
  readonly diverse?: boolean;
  readonly embedder?: Embedder;
}

/** How many times more units a choice of unlike ones is made from. */
const POOL = 4;

/** Finds units for a query; without words that can be looked for, the newest ones. */
export async function recall(ledger: Ledger, wanted: Recall): Promise<readonly Recalled[]> {
  await ensureIndexed(ledger);
  return ledger.read(async (tx) => {
    const found =
      termsOf(wanted.query).length === 0
        ? await newest(tx, wanted)
        : await byWords(tx, ledger, wanted);
    return wanted.diverse === true ? unlike(found, wanted.limit) : found;
  });
}

async function byWords(tx: Transaction, ledger: Ledger, wanted: Recall) {
  const { query, filter, maxLength, embedder } = wanted;
  const limit = wanted.diverse === true ? wanted.limit * POOL : wanted.limit;
  const hits = await searchUnits(tx, ledger.store.engine, {
    query,
    filter,
    limit,
    excerptLength: maxLength,
    ...(embedder === undefined ? {} : { embedder }),
  });
  const found: Recalled[] = [];
  for (const { unit_id, score, excerpt, whole } of hits) {
    const row = await selectUnit(tx, unit_id);
    if (row === null) continue;
    found.push({ row, facts: factsOf(row), score, content: excerpt, isExcerpt: !whole });
  }
  return found;
}

async function newest(tx: Transaction, { filter, limit, maxLength }: Recall) {
  const found: Recalled[] = [];
  for (const row of await selectUnits(tx, filter, limit)) {
    const content = await contentOf(tx, row);
    if (content === null) continue;
    const short = content.slice(0, maxLength).toWellFormed();
    const isExcerpt = short.length < content.length;
    found.push({ row, facts: factsOf(row), score: 1, content: short, isExcerpt });
  }
  return found;
}

function unlike(found: readonly Recalled[], limit: number): readonly Recalled[] {
  const pool = found.map((each) => ({
    each,
    score: each.score,
    terms: new Set(termsOf(each.content)),
  }));
  return chooseDiverse(pool, limit).map(({ each }) => each);
}

/** What is said about a listed unit. */
export function factsOf(row: UnitRow): UnitFacts {
  return unitFactsSchema.parse(JSON.parse(row.facts));
}
