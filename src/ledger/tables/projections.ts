import type { Engine, Transaction } from "../../stores/store.ts";

/** Drops a projection's table. */
export function dropTable(tx: Transaction, table: string): void {
  tx.write(`drop table if exists ${table}`, []);
}

/** How many rows a real table and its shadow do not share. */
export async function differingRows(
  tx: Transaction,
  table: string,
  { real, shadow }: Engine["schemas"],
): Promise<number> {
  const left = `${real}.${table}`;
  const right = `${shadow}.${table}`;
  const [row] = await tx.all<{ n: number }>(
    `select (select count(*) from (select * from ${left} except select * from ${right}) as a)
          + (select count(*) from (select * from ${right} except select * from ${left}) as b) as n`,
  );
  return row?.n ?? 0;
}

/** Counts the rows of a projection's table. */
export async function countTableRows(tx: Transaction, table: string): Promise<number> {
  const [row] = await tx.all<{ n: number }>(`select count(*) as n from ${table}`);
  return row?.n ?? 0;
}

/** Counts rows of a table of the ledger. */
export async function countRows(
  tx: Transaction,
  table: "ledger_events" | "ledger_streams" | "ledger_texts" | "ledger_redacted" | "ledger_leases",
): Promise<number> {
  const [row] = await tx.all<{ n: number }>(`select count(*) as n from ${table}`);
  return row?.n ?? 0;
}
