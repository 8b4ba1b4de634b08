import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { instantOf, isImpossibleDate, timestamp } from "../../../model/values.ts";
import { readEnd } from "../../../runtime/moment.ts";
import type { Moment } from "../../history/replay.ts";

const part = (what: string) =>
  z
    .string()
    .regex(/^[^\p{Cc}]{0,512}$/u, { error: "must be one line of at most 512 characters" })
    .optional()
    .describe(what);

/** The address of a state, for every operation on one. */
export const addressInput = {
  user: part("User part of the state's address (default: the current state)"),
  session: part("Session part of the state's address").meta({ completes: "state" }),
  task: part("Task part of the state's address"),
};

/** What MCP tools call the parts of an address. */
export const addressAliases = { user_id: "user", session_id: "session", task_id: "task" };

/** The id of an entry, as every operation on one takes it. */
export const entryId = z
  .string()
  .min(1)
  .describe("Id of the entry, or a unique prefix of it")
  .meta({ completes: "entry" });

/** The option for a namespace. */
export const namespaceInput = {
  namespace: z
    .string()
    .regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u, { error: "must be one line of at most 512 characters" })
    .optional()
    .describe("Namespace (default: that of the state)"),
};

/**
 * Parses a moment: the number of an event, or a time as people write it. A day without a time means its end, so that
 * `--at 2026-03-01` includes that day.
 */
export function momentOf(text: string, now: Date): Moment {
  if (/^\d{1,15}$/.test(text)) return { seq: Number(text) };
  // A complete time keeps its fractions, of which a Date has three digits.
  if (timestamp.safeParse(text).success && instantOf(text) !== null) return { time: text };
  const end = isImpossibleDate(`${text}T00:00:00Z`) ? null : readEnd(text, now);
  if (end !== null) return { time: end.toISOString() };
  throw new HoldallError(
    "E_USAGE",
    `Cannot parse "${text}": neither the number of an event nor a time`,
    { cure: "for example 3, 2d, yesterday, 2026-03-01 or 2026-03-01T12:00:00Z" },
  );
}
