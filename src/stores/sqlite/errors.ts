import type { ErrorCode } from "../../base/codes.ts";
import { HoldallError } from "../../base/errors.ts";

const BUSY = 5;

/** SQLite's result codes that mean something to the user; any other is our own fault. */
const meanings: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  [BUSY]: ["E_LOCKED", "another process has the lock"],
  8: ["E_IO", "it is read-only"],
  10: ["E_IO", "the disk reported an error"],
  11: ["E_STORE", "the database is damaged"],
  13: ["E_IO", "the disk is full"],
  14: ["E_IO", "the database cannot be opened"],
  19: ["E_DUP_ID", "an event with the same id exists"],
  26: ["E_STORE", "the file is not a database"],
};

/** Whether an error says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** An error of SQLite as one of ours; whatever else comes is given back as it is. */
export function toHoldallError(error: unknown, location: string): unknown {
  const meaning = meanings[resultCode(error)];
  if (meaning === undefined) return error;
  const [code, state] = meaning;
  return new HoldallError(code, `Cannot use the workspace "${location}": ${state}`, {
    cause: error,
  });
}

function resultCode(error: unknown): number {
  const extended = (error as { errcode?: unknown } | null)?.errcode;
  return typeof extended === "number" ? extended & 0xff : -1;
}
