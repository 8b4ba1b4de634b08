/**
 * Translates PostgreSQL's SQLSTATE codes (Appendix A of its manual), Node's network codes and the
 * client library's messages into our codes. Order matters: the first match counts, exact codes
 * before classes.
 */

import type { ErrorCode } from "../../base/codes.ts";
import { HoldallError } from "../../base/errors.ts";
import { ACTOR_REFUSED } from "./team/tables.ts";

/** SQLSTATE of a connection that ended. */
const LOST = /^(?:08|57P)/;
const FOREIGN_TABLE = "its schema has a table that another program created and Holdall needs";
const TLS_FAILED = "the TLS connection failed";

/** SQLSTATE classes and codes, and names of the operating system, that mean something to the user. */
const meanings: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/^23505$/, "E_DUP_ID", "an event with the same id exists"],
  [/^42P07$/, "E_EXISTS", `${FOREIGN_TABLE}: choose another schema, with ?schema=NAME`],
  [/^55P03$/, "E_LOCKED", "another process has the lock"],
  [/^25P03$/, "E_LOCKED", "the transaction was idle for too long and the server ended it"],
  [/^57014$/, "E_IO", "the server cancelled the statement because it took too long"],
  [/^25006$/, "E_IO", "the server or the database is read-only"],
  [/^22021$/, "E_UTF8", "a text contains a character that the server cannot store, such as NUL"],
  [/^53100$/, "E_IO", "the server's disk is full"],
  [/^(?:53|58|54)/, "E_IO", "the server is out of resources"],
  [/^XX00[12]$/, "E_STORE", "the server reports damaged data"],
  [/^28/, "E_IO", "the server refused the login"],
  [/^3D000$/, "E_NOT_FOUND", "the database does not exist"],
  [/^42501$/, "E_RIGHTS", "the database grants no right to do this"],
  [new RegExp(`^${ACTOR_REFUSED}$`), "E_RIGHTS", "the database lets nobody write as somebody else"],
  [LOST, "E_IO", "the connection was lost"],
  [/^NO_TLS$/, "E_IO", "the server does not offer TLS, which the URL requires"],
  [/^(?:ERR_(?:TLS|SSL)|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/, "E_IO", TLS_FAILED],
  [/^SILENT$/, "E_IO", "the server did not answer in time"],
  [
    /^E(?:CONN|PIPE|HOST|NET|TIMEDOUT|AI_)|^ENOTFOUND$|^ENOENT$/,
    "E_IO",
    "the server cannot be reached",
  ],
];

/**
 * An error of PostgreSQL or of the connection as one of ours; any other error is returned
 * unchanged.
 */
export function toHoldallError(error: unknown, location: string): unknown {
  if (error instanceof HoldallError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const [, ours, state] = meanings.find(([pattern]) => pattern.test(code)) ?? [];
  if (ours === undefined) return error;
  // Only Node's message explains what is wrong with a certificate.
  const detail = state === TLS_FAILED ? `: ${error.message}` : "";
  return new HoldallError(ours, `Cannot use the workspace "${location}": ${state}${detail}`, {
    cause: error,
  });
}

/** Whether the server itself said that it failed: then nothing was committed. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && "severity" in error && !LOST.test(codeOf(error));
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return code;
  // Node tries every address of a host and reports all failures together.
  if (error instanceof AggregateError) return codeOf(error.errors[0] ?? new Error());
  return namelessErrors.find(([pattern]) => pattern.test(error.message))?.[1] ?? "";
}

/** Errors of the client library that have no code, and the name used for them in `meanings`. */
const namelessErrors: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, "NO_TLS"],
  [/^Query read timeout/, "SILENT"],
  [/^Connection terminated|timeout expired|not queryable/i, "08006"],
];
