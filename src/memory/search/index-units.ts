import { termsOf } from "../../base/text/terms.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import { findTexts } from "../../ledger/texts.ts";
import type { Engine, Transaction } from "../../stores/store.ts";
import type { TermCount } from "../rank/bm25.ts";
import { chunkText } from "../rank/chunks.ts";
import { selectLastPos, selectStoredAfter, type UnitRow } from "../tables.ts";
import type { Passage } from "./source.ts";
import { insertPassage, type StoredPassage } from "./tables/sources.ts";
import {
  addToTerm,
  createSearch,
  deleteChunk,
  hasSearch,
  insertChunk,
  selectChunksOf,
  selectTotals,
  VERSION,
  writeTotal,
} from "./tables.ts";

/**
 * The index is no projection of events: it contains words of texts, which a redaction removes. It stores the
 * position of the last indexed unit, so that after a rebuild or an import only newer units must be added.
 */
export const PAGE = 500;

/** Whether the index has every unit. */
export async function isIndexed(tx: Transaction, engine: Engine): Promise<boolean> {
  if (!(await hasSearch(tx, engine))) return false;
  const totals = await selectTotals(tx);
  return isCurrent(totals) && totals.get("pos") === (await selectLastPos(tx));
}

/** Whether the index was written by this version of its tables and terms. */
export function isCurrent(totals: ReadonlyMap<string, number>): boolean {
  return totals.get("version") === VERSION;
}

/** Updates the index; returns the number of added units. */
export async function indexUnits(tx: Transaction, engine: Engine): Promise<number> {
  const isThere = await hasSearch(tx, engine);
  const known = isThere ? await selectTotals(tx) : new Map<string, number>();
  const last = await selectLastPos(tx);
  const canContinue = isCurrent(known) && (known.get("pos") ?? 0) <= last;
  if (!canContinue) await createSearch(tx, engine, "real");
  return takeUnits(tx, engine, canContinue ? known : new Map());
}

/** Adds the units after those that are known; returns their number. */
export async function takeUnits(
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

/** Removes the words of a unit from the index. */
export async function removeUnit(tx: Transaction, engine: Engine, unit_id: string): Promise<void> {
  if (!(await hasSearch(tx, engine))) return;
  await removeChunks(tx, engine, await selectChunksOf(tx, unit_id));
}

/** Removes chunks from the index, and their terms from the counts. */
export async function removeChunks(
  tx: Transaction,
  engine: Engine,
  chunks: readonly {
    readonly chunk: number;
    readonly terms: string;
    readonly length: number;
  }[],
): Promise<void> {
  const totals = await selectTotals(tx);
  const counts = new Map<string, number>();
  for (const { chunk, terms } of chunks) {
    for (const term of new Set(terms.split(" "))) counts.set(term, (counts.get(term) ?? 0) + 1);
    deleteChunk(tx, engine, chunk);
  }
  for (const [term, count] of counts) {
    addToTerm(tx, { term, chunks: -count, most: 0, shortest: Number.MAX_SAFE_INTEGER });
  }
  const length = chunks.reduce((total, chunk) => total + chunk.length, 0);
  writeTotal(tx, "chunks", (totals.get("chunks") ?? 0) - chunks.length);
  writeTotal(tx, "length", (totals.get("length") ?? 0) - length);
}

/** Begins to add to the index, after what is known of it. Needs a transaction to its end. */
export function createIndexWriter(
  tx: Transaction,
  engine: Engine,
  known: ReadonlyMap<string, number>,
) {
  const numbers = {
    version: VERSION,
    pos: known.get("pos") ?? 0,
    chunks: known.get("chunks") ?? 0,
    length: known.get("length") ?? 0,
    last_chunk: known.get("last_chunk") ?? 0,
  };
  const counts = new Map<string, TermCount>();

  function takeText(unit_id: string, text: string, onChunk?: (chunk: TakenChunk) => void): void {
    for (const { terms, headings, ...place } of chunksOf(text)) {
      const { length } = terms;
      const row = { unit_id, terms: terms.join(" "), length, ...place };
      insertChunk(tx, engine, { chunk: ++numbers.last_chunk, ...row });
      onChunk?.({ chunk: numbers.last_chunk, headings, ...place });
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
    /** Adds a passage of a source. Its texts are in the index, because no other table has them. */
    takePassage(source: number, number: number, passage: Passage): readonly StoredPassage[] {
      const { kind, at_ms } = passage;
      const full = passage.text.replaceAll("\0", " ").toWellFormed();
      const stored: StoredPassage[] = [];
      takeText(`${source}#${number}`, full, ({ chunk, headings, start_at, end_at }) => {
        const is_complete = end_at - start_at === full.length ? 1 : 0;
        const text = [...headings, full.slice(start_at, end_at)].join("\n");
        const row = { chunk, kind, at_ms, text, is_complete };
        insertPassage(tx, source, row);
        stored.push(row);
      });
      return stored;
    },
    close(): void {
      for (const count of counts.values()) addToTerm(tx, count);
      for (const [name, value] of Object.entries(numbers)) writeTotal(tx, name, value);
    },
  };
}

/** A chunk that was added, and where it is in its text. */
interface TakenChunk {
  readonly chunk: number;
  readonly headings: readonly string[];
  readonly start_at: number;
  readonly end_at: number;
}

/** The parts of a text that are found on their own, each with its terms and its position. */
function* chunksOf(text: string) {
  for (const { headings, start, end } of chunkText(text)) {
    const terms = termsOf([...headings, text.slice(start, end)].join("\n"));
    yield { terms, headings, start_at: start, end_at: end };
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
