import type { ErrorCode } from "../../base/codes.ts";
import { HoldallError } from "../../base/errors.ts";

const BUSY = 5;
const RESTORE =
  "restore the folder from a copy, or move it away and import a kit or a history into a new workspace";

/**
 * SQLite's result codes (https://sqlite.org/rescode.html) that mean something to the user; any
 * other is a bug.
 */
const meanings: Readonly<Record<number, readonly [ErrorCode, string, cure?: string]>> = {
  [BUSY]: ["E_LOCKED", "another process has the lock", "run the command again when it has ended"],
  8: ["E_IO", "it is read-only"],
  10: ["E_IO", "the disk reported an error"],
  11: ["E_STORE", "the database is damaged", RESTORE],
  13: ["E_IO", "the disk is full", "free some space and run the command again"],
  14: ["E_IO", "the database cannot be opened"],
  19: ["E_DUP_ID", "an event with the same id exists"],
  26: ["E_STORE", "the file is not a database", RESTORE],
};

/** Whether another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** An error of SQLite as one of ours; any other error is returned unchanged. */
export function toHoldallError(error: unknown, location: string): unknown {
  const meaning = meanings[resultCode(error)];
  if (meaning === undefined) return error;
  const [code, state, cure] = meaning;
  return new HoldallError(code, `Cannot use the workspace "${location}": ${state}`, {
    cause: error,
    ...(cure && { cure }),
  });
}

/** The low byte of an extended result code is the primary one. */
function resultCode(error: unknown): number {
  const extended = (error as { errcode?: unknown } | null)?.errcode;
  return typeof extended === "number" ? extended & 0xff : -1;
}
