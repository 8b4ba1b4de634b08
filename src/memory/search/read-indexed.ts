import { HoldallError } from "../../base/errors.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Transaction } from "../../stores/store.ts";
import { addSource, findOutdated, type ReadSource, updateSources } from "./index-sources.ts";
import { indexUnits, isIndexed, takeUnits } from "./index-units.ts";
import type { SearchSource } from "./source.ts";
import { createSearch } from "./tables.ts";

/**
 * Reads with an index that is up to date. One that is not is updated first; where nothing can be written, the reader
 * gets an index of its own, in temporary tables. Without sources only units are brought up to date.
 */
export async function readIndexed<Result>(
  ledger: Ledger,
  sources: readonly SearchSource[] | null,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { engine } = ledger.store;
  const { isCurrent, outdated } = await ledger.read(async (tx) => ({
    isCurrent: await isIndexed(tx, engine),
    outdated: sources === null ? null : await findOutdated(tx, engine, sources),
  }));
  const isDone = await whereWritable(ledger, async () => {
    if (!isCurrent) await ledger.write(({ tx }) => indexUnits(tx, engine));
    if (outdated !== null) await updateSources(ledger, outdated);
  });
  if (isDone) return ledger.read(work);
  if (isCurrent && (outdated === null || outdated.changed.length + outdated.gone.length === 0)) {
    return ledger.read(work);
  }
  const read: ReadSource[] = [];
  for (const source of sources ?? []) read.push({ source, passages: await source.passages() });
  return ledger.store.transaction("shadow", async (tx) => {
    await createSearch(tx, engine, "shadow");
    await takeUnits(tx, engine, new Map());
    for (const each of read) await addSource(tx, engine, each);
    return work(tx);
  });
}

/** Another login may have to create the tables of the index. */
const UNWRITABLE: readonly string[] = ["E_IO", "E_LOCKED", "E_RIGHTS"];

/** Does what writes; false where nothing can be written. */
async function whereWritable(ledger: Ledger, work: () => Promise<void>): Promise<boolean> {
  if (ledger.store.isReadOnly) return false;
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof HoldallError && UNWRITABLE.includes(error.code)) return false;
    throw error;
  }
}
