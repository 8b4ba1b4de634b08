import { HoldallError } from "../base/errors.ts";

/** What helps when a table does not contain what this program wrote into it. */
export const DAMAGE_CURE =
  "run `holdall ledger verify` to see every fault, and `holdall ledger rebuild` to build the tables that follow from the events again; if events were altered, restore the workspace from a copy";

/** A place in a table. */
export interface TablePlace {
  readonly table: string;
  readonly column: string;
  /** What identifies the row; null when it is not known. */
  readonly row: string | number | null;
}

/** An error about a value that this program did not write. */
export function damagedCell(
  { table, column, row }: TablePlace,
  state: string,
  cause?: unknown,
): HoldallError {
  const place = row === null ? "" : `, row ${JSON.stringify(row)}`;
  const message = `Cannot read table ${table}: column ${column}${place} ${state}`;
  return new HoldallError("E_STORE", message, { cure: DAMAGE_CURE, cause });
}
