import type { ErrorCode } from "../../base/codes.ts";
import { HoldallError } from "../../base/errors.ts";

/** SQLSTATE classes and codes, and names of the operating system, that mean something to the user. */
const meanings: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/^23505$/, "E_DUP_ID", "an event with the same id exists"],
  [/^55P03$/, "E_LOCKED", "another process has the lock"],
  [/^25P03$/, "E_LOCKED", "the transaction was idle for too long and the server ended it"],
  [/^53100$/, "E_IO", "the server's disk is full"],
  [/^(?:53|58|54)/, "E_IO", "the server is out of resources"],
  [/^XX00[12]$/, "E_STORE", "the server reports damaged data"],
  [/^28/, "E_IO", "the server refused the login"],
  [/^3D000$/, "E_NOT_FOUND", "the database does not exist"],
  [/^42501$/, "E_IO", "the user lacks the necessary privilege"],
  [/^(?:08|57P)/, "E_IO", "the connection was lost"],
  [
    /^E(?:CONN|PIPE|HOST|NET|TIMEDOUT|AI_)|^ENOTFOUND$|^ENOENT$/,
    "E_IO",
    "the server cannot be reached",
  ],
];

/** An error of PostgreSQL or of the connection as one of ours; whatever else comes is given back as it is. */
export function toHoldallError(error: unknown, location: string): unknown {
  if (error instanceof HoldallError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const [, ours, state] = meanings.find(([pattern]) => pattern.test(code)) ?? [];
  if (ours === undefined) return error;
  return new HoldallError(ours, `Cannot use the workspace "${location}": ${state}`, {
    cause: error,
  });
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return code;
  // Node tries every address of a host and reports all failures together.
  if (error instanceof AggregateError) return codeOf(error.errors[0] ?? new Error());
  return /^Connection terminated|timeout expired|not queryable/i.test(error.message) ? "08006" : "";
}
