import type { Transaction } from "../../stores/store.ts";

/** A lease as it is stored. */
export type LeaseRow = {
  readonly name: string;
  readonly kind: string;
  readonly holder: string;
  /** Unix ms by the clock of the store. */
  readonly expires: number;
};

/** A lease by name. */
export async function selectLease(tx: Transaction, name: string): Promise<LeaseRow | null> {
  const [row] = await tx.all<LeaseRow>(
    "select name, kind, holder, expires from ledger_leases where name = ?",
    [name],
  );
  return row ?? null;
}

/** Leases that ended before a time, in the order of their names. */
export function selectExpiredLeases(tx: Transaction, time: number): Promise<readonly LeaseRow[]> {
  return tx.all<LeaseRow>(
    "select name, kind, holder, expires from ledger_leases where expires <= ? order by name",
    [time],
  );
}

/** Takes or renews a lease. */
export function upsertLease(tx: Transaction, { name, kind, holder, expires }: LeaseRow): void {
  tx.write(
    `insert into ledger_leases (name, kind, holder, expires) values (?, ?, ?, ?)
     on conflict (name) do update
     set kind = excluded.kind, holder = excluded.holder, expires = excluded.expires`,
    [name, kind, holder, expires],
  );
}

/** Renews a lease that its holder still has. */
export function updateLease(
  tx: Transaction,
  { name, holder, expires }: Omit<LeaseRow, "kind">,
): Promise<number> {
  return tx.run("update ledger_leases set expires = ? where name = ? and holder = ?", [
    expires,
    name,
    holder,
  ]);
}

/** Removes a lease. */
export function deleteLease(tx: Transaction, name: string): Promise<number> {
  return tx.run("delete from ledger_leases where name = ?", [name]);
}
