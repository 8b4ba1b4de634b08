/**
 * Checks the search index for `verify`. Because the index is derived, every fault has the same
 * cure: build it again.
 */

import { formatCount } from "../../base/text/format-count.ts";
import { termsOf } from "../../base/text/terms.ts";
import { isRedacted } from "../../ledger/tables/redactions.ts";
import type { Engine, Transaction } from "../../stores/store.ts";
import { selectLastPos, selectStoredAfter, type UnitRow } from "../tables.ts";
import { chunkUnits, PAGE } from "./index-units.ts";
import {
  countPassages,
  digestOf,
  selectStoredPassages,
  selectStoredSources,
} from "./tables/sources.ts";
import {
  countDifferingTerms,
  countMiscountedTerms,
  hasSearch,
  missingTables,
  selectChunkRows,
  selectTotals,
  VERSION,
} from "./tables.ts";

const CURE = "`holdall memory rebuild` creates it again";

/** Faults of one kind that are reported one by one. */
const MAX_REPORTED = 10;

/**
 * Compares the search index with the texts of the units. An index that was never built, or that the
 * next search rebuilds, is not a fault.
 */
export async function checkSearch(tx: Transaction, engine: Engine): Promise<readonly string[]> {
  const missing = await missingTables(tx, engine);
  if (!(await hasSearch(tx, engine))) {
    return missing.isAll ? [] : [`The search index lacks its totals; ${CURE}`];
  }
  if (missing.names.length > 0)
    return missing.names.map((name) => `Table ${name} of the search index is missing; ${CURE}`);
  const totals = await selectTotals(tx);
  const pos = totals.get("pos") ?? 0;
  if (totals.get("version") !== VERSION || pos > (await selectLastPos(tx))) return [];
  const faults = [...(await wrongUnits(tx, pos))];
  const terms = (await countMiscountedTerms(tx)) + (await countDifferingTerms(tx, engine));
  if (terms > 0)
    faults.push(
      `The search index differs from its texts in ${formatCount(terms, "term")}; ${CURE}`,
    );
  return faults;
}

/** Units whose chunks are not those of their text. */
async function wrongUnits(tx: Transaction, last: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  let expected = 0;
  for (let after = 0; ; ) {
    const rows = (await selectStoredAfter(tx, after, PAGE)).filter(({ pos }) => pos <= last);
    if (rows.length === 0) break;
    for (const { unit, chunks } of await chunkUnits(tx, rows)) {
      const found = await selectChunkRows(tx, unit.unit_id);
      expected += found.length;
      if (found.length === 0 && (await wasRemoved(tx, unit))) continue;
      if (JSON.stringify(found) !== JSON.stringify(chunks)) wrong.push(unit.unit_id);
    }
    const next = rows.at(-1)?.pos ?? last;
    if (next <= after) break; // In a damaged table rows are out of order.
    after = next;
  }
  const reported = wrong.slice(0, MAX_REPORTED);
  const faults = reported.map(
    (id) => `The search index of unit ${id} differs from its text; ${CURE}`,
  );
  if (wrong.length > reported.length)
    faults.push(`So does that of ${formatCount(wrong.length - reported.length, "more unit")}`);
  const passages = await checkPassages(tx);
  expected += passages.chunks;
  if (passages.wrong > 0)
    faults.push(
      `The search index differs from what was read in ${formatCount(passages.wrong, "conversation or entry", "conversations or entries")}; ${CURE}`,
    );
  const total = (await selectTotals(tx)).get("chunks") ?? 0;
  if (wrong.length === 0 && total !== expected) {
    faults.push(`The search index counts ${total} parts of texts instead of ${expected}; ${CURE}`);
  }
  return faults;
}

/** Passages of conversations and other sources: how many there are, and how many sources are not as they were written. */
async function checkPassages(tx: Transaction) {
  let chunks = 0;
  let wrong = 0;
  for (const row of await selectStoredSources(tx)) {
    const passages = await selectStoredPassages(tx, row.source);
    const isIntact = passages.every(
      ({ text, terms }) => typeof text === "string" && termsOf(text).join(" ") === terms,
    );
    if (!isIntact || digestOf(row, passages) !== row.digest) wrong++;
    chunks += passages.length;
  }
  return { chunks, wrong: chunks === (await countPassages(tx)) ? wrong : wrong + 1 };
}

/**
 * Whether the words of a unit were removed on purpose, even if its text has been stored again
 * since.
 */
async function wasRemoved(tx: Transaction, { state, content }: UnitRow): Promise<boolean> {
  return state === "deleted" || (await isRedacted(tx, content));
}
