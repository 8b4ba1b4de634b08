import type { SqlValue, Transaction } from "../../stores/store.ts";

/** Sorts after every string that begins with a prefix: no character is greater than this one. */
export const AFTER_ALL = "\u{10ffff}";

/** The first row of a query; null when it has none. */
export async function firstRow<Found extends Readonly<Record<string, SqlValue>>>(
  tx: Transaction,
  sql: string,
  params: readonly SqlValue[],
): Promise<Found | null> {
  return (await tx.all<Found>(sql, params))[0] ?? null;
}

/** Ids per query. The number is fixed, so that there is one statement and it stays prepared. */
const BATCH = 32;
/** Placeholders for one batch of ids. */
export const BATCH_MARKS = Array.from({ length: BATCH }, () => "?").join(", ");

/** Queries for many ids, one batch at a time, and joins the rows. */
export async function inBatches<Found>(
  ids: readonly string[],
  ask: (batch: readonly string[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    // A short batch is filled up with its last id: asking twice for one id changes nothing.
    const last = batch.at(-1) ?? "";
    found.push(...(await ask([...batch, ...Array(BATCH - batch.length).fill(last)])));
  }
  return found;
}
