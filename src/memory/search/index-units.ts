import { HoldallError } from "../../base/errors.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { findTexts } from "../../ledger/texts.ts";
import type { Engine, Transaction } from "../../stores/store.ts";
import type { TermCount } from "../rank/bm25.ts";
import { chunkText } from "../rank/chunks.ts";
import { termsOf } from "../rank/terms.ts";
import { selectIdsWith, selectLastPos, selectStoredAfter, type UnitRow } from "../tables.ts";
import {
  addToTerm,
  createSearch,
  deleteChunk,
  hasSearch,
  insertChunk,
  selectChunksOf,
  selectTotals,
  VERSION,
  wipeDeleted,
  writeTotal,
} from "./tables.ts";

/**
 * The index is no projection of events: it contains words of texts, which a redaction removes. It stores the
 * position of the last indexed unit, so that after a rebuild or an import only newer units must be added.
 */
export const PAGE = 500;

/**
 * Reads with an index that is up to date. One that is not is updated first; where nothing can be written, the reader
 * gets an index of its own, in temporary tables.
 */
export async function readIndexed<Result>(
  ledger: Ledger,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { engine } = ledger.store;
  const isCurrent = await ledger.read((tx) => isIndexed(tx, engine));
  if (isCurrent || (await updateIndex(ledger))) return ledger.read(work);
  return ledger.store.transaction("shadow", async (tx) => {
    await createSearch(tx, engine, "shadow");
    await takeUnits(tx, engine, new Map());
    return work(tx);
  });
}

/** Updates the index; false where nothing can be written. */
async function updateIndex(ledger: Ledger): Promise<boolean> {
  if (ledger.store.isReadOnly) return false;
  try {
    await ledger.write(({ tx }) => indexUnits(tx, ledger.store.engine));
    return true;
  } catch (error) {
    if (error instanceof HoldallError && ["E_IO", "E_LOCKED"].includes(error.code)) return false;
    throw error;
  }
}

async function isIndexed(tx: Transaction, engine: Engine): Promise<boolean> {
  if (!(await hasSearch(tx, engine))) return false;
  const totals = await selectTotals(tx);
  return totals.get("version") === VERSION && totals.get("pos") === (await selectLastPos(tx));
}

/** Updates the index; returns the number of added units. */
export async function indexUnits(tx: Transaction, engine: Engine): Promise<number> {
  const isThere = await hasSearch(tx, engine);
  const known = isThere ? await selectTotals(tx) : new Map<string, number>();
  const last = await selectLastPos(tx);
  const isCurrent = known.get("version") === VERSION && (known.get("pos") ?? 0) <= last;
  if (!isCurrent) await createSearch(tx, engine, "real");
  return takeUnits(tx, engine, isCurrent ? known : new Map());
}

/** Adds the units after those that are known; returns their number. */
async function takeUnits(
  tx: Transaction,
  engine: Engine,
  known: ReadonlyMap<string, number>,
): Promise<number> {
  const index = createIndexWriter(tx, engine, known);
  let taken = 0;
  for (;;) {
    const rows = await selectStoredAfter(tx, index.pos(), PAGE);
    if (rows.length === 0) break;
    await index.take(rows);
    taken += rows.length;
  }
  index.close();
  return taken;
}

/** Removes the words of redacted texts from the index. */
export async function removeTexts(ledger: Ledger, names: Iterable<string>): Promise<void> {
  const { engine } = ledger.store;
  await ledger.write(async ({ tx }) => {
    if (!(await hasSearch(tx, engine))) return;
    for (const name of names) {
      for (const unit_id of await selectIdsWith(tx, name)) {
        await removeUnit(tx, engine, unit_id);
      }
    }
    await wipeDeleted(tx, engine);
  });
}

/** Removes the words of a unit from the index. */
export async function removeUnit(tx: Transaction, engine: Engine, unit_id: string): Promise<void> {
  if (!(await hasSearch(tx, engine))) return;
  const chunks = await selectChunksOf(tx, unit_id);
  const totals = await selectTotals(tx);
  for (const { chunk, terms } of chunks) {
    for (const term of new Set(terms.split(" "))) {
      addToTerm(tx, { term, chunks: -1, most: 0, shortest: Number.MAX_SAFE_INTEGER });
    }
    deleteChunk(tx, engine, chunk);
  }
  const length = chunks.reduce((total, chunk) => total + chunk.length, 0);
  writeTotal(tx, "chunks", (totals.get("chunks") ?? 0) - chunks.length);
  writeTotal(tx, "length", (totals.get("length") ?? 0) - length);
}

function createIndexWriter(tx: Transaction, engine: Engine, known: ReadonlyMap<string, number>) {
  const numbers = {
    version: VERSION,
    pos: known.get("pos") ?? 0,
    chunks: known.get("chunks") ?? 0,
    length: known.get("length") ?? 0,
    last_chunk: known.get("last_chunk") ?? 0,
  };
  const counts = new Map<string, TermCount>();

  function takeText(unit_id: string, text: string): void {
    for (const { terms, ...place } of chunksOf(text)) {
      const { length } = terms;
      const row = { unit_id, terms: terms.join(" "), length, ...place };
      insertChunk(tx, engine, { chunk: ++numbers.last_chunk, ...row });
      numbers.chunks++;
      numbers.length += length;
      for (const [term, most] of frequencies(terms)) {
        const before = counts.get(term);
        counts.set(term, {
          term,
          chunks: (before?.chunks ?? 0) + 1,
          most: Math.max(before?.most ?? 0, most),
          shortest: Math.min(before?.shortest ?? length, length),
        });
      }
    }
  }

  return {
    pos: () => numbers.pos,
    async take(rows: readonly UnitRow[]): Promise<void> {
      for (const { unit, text } of await readUnitTexts(tx, rows)) {
        if (text !== null) takeText(unit.unit_id, text);
        numbers.pos = unit.pos;
      }
    },
    close(): void {
      for (const count of counts.values()) addToTerm(tx, count);
      for (const [name, value] of Object.entries(numbers)) writeTotal(tx, name, value);
    },
  };
}

/** The parts of a text that are found on their own, each with its terms and its position. */
function* chunksOf(text: string) {
  for (const { headings, start, end } of chunkText(text)) {
    const terms = termsOf([...headings, text.slice(start, end)].join("\n"));
    yield { terms, start_at: start, end_at: end };
  }
}

/** The texts of units. A redacted or missing text cannot be searched; `verify` reports missing ones. */
async function readUnitTexts(tx: Transaction, rows: readonly UnitRow[]) {
  const texts = await findTexts(
    tx,
    rows.map(({ content }) => content),
  );
  return rows.map((unit) => {
    const found = texts.get(unit.content);
    return { unit, text: found?.state === "present" ? decodeUtf8(found.content) : null };
  });
}

/** The rows that the index should have for units, without their numbers. */
export async function chunkUnits(tx: Transaction, rows: readonly UnitRow[]) {
  return (await readUnitTexts(tx, rows)).map(({ unit, text }) => ({
    unit,
    chunks: [...chunksOf(text ?? "")].map(({ terms, start_at, end_at }) => ({
      start_at,
      end_at,
      terms: terms.join(" "),
      length: terms.length,
    })),
  }));
}

function frequencies(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
