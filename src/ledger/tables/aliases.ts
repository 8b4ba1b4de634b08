import type { Engine, Transaction } from "../../stores/store.ts";

/** The table of foreign ids. */
export const createAliases = ({ text }: Engine["types"]) =>
  `create table ledger_artifact_aliases (alias ${text} primary key, sha256 ${text} not null)`;

/** The artifact that an id of another program refers to. */
export async function selectAlias(tx: Transaction, alias: string): Promise<string | null> {
  const [row] = await tx.all<{ sha256: string }>(
    "select sha256 from ledger_artifact_aliases where alias = ?",
    [alias],
  );
  return row?.sha256 ?? null;
}

/**
 * Records a foreign id; the first meaning stays, so that an import cannot redirect an id that is in
 * use.
 */
export function insertAlias(tx: Transaction, alias: string, sha256: string): void {
  tx.write(
    "insert into ledger_artifact_aliases (alias, sha256) values (?, ?) on conflict (alias) do nothing",
    [alias, sha256],
  );
}

/** Every foreign id. */
export function selectAliases(
  tx: Transaction,
): Promise<readonly { readonly alias: string; readonly sha256: string }[]> {
  return tx.all("select alias, sha256 from ledger_artifact_aliases order by alias");
}
