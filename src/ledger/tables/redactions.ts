import type { Engine, Transaction } from "../../stores/store.ts";

/** The table of redacted texts. */
export const createRedacted = ({ text }: Engine["types"]) =>
  `create table ledger_redacted (sha256 ${text} primary key, at ${text} not null)`;

/** Whether a text was redacted. */
export async function isRedacted(tx: Transaction, sha256: string): Promise<boolean> {
  const rows = await tx.all("select sha256 from ledger_redacted where sha256 = ?", [sha256]);
  return rows.length > 0;
}

/** Records that a text was redacted, so that its absence does not count as damage. */
export function insertRedacted(tx: Transaction, sha256: string, at: string): void {
  tx.write(
    "insert into ledger_redacted (sha256, at) values (?, ?) on conflict (sha256) do nothing",
    [sha256, at],
  );
}

/** How many texts were redacted. */
export async function countRedacted(tx: Transaction): Promise<number> {
  const [row] = await tx.all<{ n: number }>("select count(*) as n from ledger_redacted");
  return row?.n ?? 0;
}

/** Every redacted text. */
export function selectAllRedacted(
  tx: Transaction,
): Promise<readonly { readonly sha256: string; readonly at: string }[]> {
  return tx.all("select sha256, at from ledger_redacted order by sha256");
}
