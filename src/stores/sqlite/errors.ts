import type { ErrorCode } from "../../base/codes.ts";
import { HoldallError } from "../../base/errors.ts";
import { DAMAGE_CURE } from "../damage.ts";

const BUSY = 5;
const CONSTRAINT = 19;
const RESTORE =
  "restore the folder from a copy, or move it away and import a kit or a history into a new workspace";

/**
 * SQLite's result codes (https://sqlite.org/rescode.html) that mean something to the user; any
 * other is a bug.
 */
const meanings: Readonly<Record<number, readonly [ErrorCode, string, cure?: string]>> = {
  // Our statements are constant and tested: what they do not find, or find twice, was changed in the file.
  1: ["E_STORE", "its tables are not those that this program creates", DAMAGE_CURE],
  [BUSY]: ["E_LOCKED", "another process has the lock", "run the command again when it has ended"],
  8: ["E_IO", "it is read-only"],
  10: ["E_IO", "the disk reported an error"],
  11: ["E_STORE", "the database is damaged", RESTORE],
  13: ["E_IO", "the disk is full", "free some space and run the command again"],
  14: ["E_IO", "the database cannot be opened"],
  18: ["E_LIMIT", "a value is too large"],
  [CONSTRAINT]: ["E_DUP_ID", "an event with the same id exists"],
  20: ["E_STORE", "a value does not have the type of its column", DAMAGE_CURE],
  26: ["E_STORE", "the file is not a database", RESTORE],
};

const CONTRADICTION = ["E_STORE", "a row contradicts others of its table", DAMAGE_CURE] as const;

/**
 * Whether a condition of a table failed that no input can break: only ids of events come from outside, and
 * triggers say themselves what they refuse.
 */
function isDerivedConflict(error: unknown): boolean {
  const message = error instanceof Error ? error.message : "";
  return (
    resultCode(error) === CONSTRAINT &&
    /^(?:UNIQUE|NOT NULL|CHECK) constraint failed: (?!ledger_events\.)/.test(message)
  );
}

/** Whether another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** An error of SQLite as one of ours; any other error is returned unchanged. */
export function toHoldallError(error: unknown, location: string): unknown {
  const meaning = isDerivedConflict(error) ? CONTRADICTION : meanings[resultCode(error)];
  if (meaning === undefined) return error;
  const [code, state, cure] = meaning;
  const detail = code === "E_STORE" && error instanceof Error ? ` (SQLite: ${error.message})` : "";
  return new HoldallError(code, `Cannot use the workspace "${location}": ${state}${detail}`, {
    cause: error,
    ...(cure && { cure }),
  });
}

/** The low byte of an extended result code is the primary one. */
function resultCode(error: unknown): number {
  const extended = (error as { errcode?: unknown } | null)?.errcode;
  return typeof extended === "number" ? extended & 0xff : -1;
}
