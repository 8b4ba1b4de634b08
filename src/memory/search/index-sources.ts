import type { Ledger } from "../../ledger/ledger.ts";
import type { Engine, Transaction } from "../../stores/store.ts";
import { createIndexWriter, indexUnits, removeChunks } from "./index-units.ts";
import { isConversation, type Passage, type SearchSource } from "./source.ts";
import {
  deleteSource,
  digestOf,
  insertSource,
  nextSource,
  type SourceRow,
  selectSourceChunks,
  selectSources,
} from "./tables/sources.ts";
import { hasSearch, selectTotals, VERSION, wipeDeleted } from "./tables.ts";

/** What must be done so that the index has the sources as they are. */
export interface OutdatedSources {
  readonly changed: readonly SearchSource[];
  readonly gone: readonly SourceRow[];
}

/** Compares the sources with those of the index, by their stamps. */
export async function findOutdated(
  tx: Transaction,
  engine: Engine,
  sources: readonly SearchSource[],
): Promise<OutdatedSources> {
  const isThere = (await hasSearch(tx, engine)) && (await isOfThisVersion(tx));
  const rows = isThere ? await selectSources(tx) : [];
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  const changed = sources.filter((source) => known.get(keyOf(source))?.stamp !== source.stamp);
  const present = new Set(sources.map(keyOf));
  return { changed, gone: rows.filter((row) => !present.has(keyOf(row))) };
}

async function isOfThisVersion(tx: Transaction): Promise<boolean> {
  return (await selectTotals(tx)).get("version") === VERSION;
}

/** Entries of two states may have the same id; their titles name the state. */
function keyOf(source: Pick<SourceRow, "kind" | "id" | "title" | "namespace">): string {
  const { kind, id, title, namespace } = source;
  return JSON.stringify([kind, id, title, namespace]);
}

/** Brings sources up to date, each in a transaction of its own, so that a long work can be continued. */
export async function updateSources(
  ledger: Ledger,
  { changed, gone }: OutdatedSources,
): Promise<void> {
  const { engine } = ledger.store;
  if (gone.length > 0) {
    await ledger.write(async ({ tx }) => {
      for (const { source } of gone) await removeSource(tx, engine, source);
      await wipeDeleted(tx, engine);
    });
  }
  for (const source of changed) {
    const passages = await source.passages();
    await ledger.write(async ({ tx }) => {
      await indexUnits(tx, engine);
      const earlier = (await selectSources(tx)).find((row) => keyOf(row) === keyOf(source));
      if (earlier?.stamp === source.stamp) return; // Another process was faster.
      if (earlier !== undefined) {
        await removeSource(tx, engine, earlier.source);
        await wipeDeleted(tx, engine);
      }
      await addSource(tx, engine, { source, passages });
    });
  }
}

/** A source with what was read of it. */
export interface ReadSource {
  readonly source: SearchSource;
  readonly passages: readonly Passage[];
}

/** Adds a source that the index does not have. */
export async function addSource(
  tx: Transaction,
  engine: Engine,
  { source, passages }: ReadSource,
): Promise<void> {
  const { kind, id, stamp, title, namespace } = source;
  const conversation = isConversation(kind) ? `${kind}/${id}` : null;
  const row = { source: await nextSource(tx), kind, id, stamp, title, namespace, conversation };
  const writer = createIndexWriter(tx, engine, await selectTotals(tx));
  const stored = passages.flatMap((passage, at) => writer.takePassage(row.source, at, passage));
  writer.close();
  insertSource(tx, row, digestOf(row, stored));
}

async function removeSource(tx: Transaction, engine: Engine, source: number): Promise<void> {
  await removeChunks(tx, engine, await selectSourceChunks(tx, source));
  await deleteSource(tx, source);
}

/** Removes every source: what they contained may have been redacted. The next search reads them again. */
export async function removeSources(tx: Transaction, engine: Engine): Promise<void> {
  for (const { source } of await selectSources(tx)) await removeSource(tx, engine, source);
}
