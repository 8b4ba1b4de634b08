import * as z from "zod";
import { codedMessage } from "../base/check-record.ts";

/** RFC 3339 date-time with an offset or `Z`; any number of decimals; a leap second ends an hour. */
const RFC3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):(?:[0-5]\d:[0-5]\d|59:60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** A time stamp, kept verbatim: a JavaScript date would cut it to milliseconds. */
export const timestamp = z
  .string()
  .regex(RFC3339, { error: codedMessage("E_TIME", "Not an RFC 3339 time with an offset or Z") });

/** Whether a text is a time stamp; for who asks so often that a schema would be felt. */
export function isTimestamp(text: string): boolean {
  return RFC3339.test(text);
}

/** A string that is not empty after trimming. */
export const name = z
  .string()
  .regex(/\S/, { error: codedMessage("E_SHAPE", "Must not be empty or only spaces") });

/** An integer from 0 to 2^53 - 1. */
export const count = z.int().min(0);

/** An integer from 1 to 2^53 - 1. */
export const positive = z.int().min(1);

/** Nanoseconds since 1970 of a valid time stamp, for comparing instants exactly; null when the day does not exist. */
export function instantOf(text: string): bigint | null {
  const match = /^(.{19})(?:\.(\d+))?([^\d].*)$/.exec(text);
  if (!match) return null;
  const [, base = "", fraction = "", offset = ""] = match;
  // Date.parse knows no leap second; the second before it is the nearest instant.
  const seconds = base.endsWith(":59:60") ? `${base.slice(0, -2)}59` : base;
  const milliseconds = Date.parse(`${seconds.toUpperCase()}${offset.toUpperCase()}`);
  if (Number.isNaN(milliseconds)) return null;
  const day = new Date(`${base.slice(0, 10)}T00:00:00Z`);
  if (day.getUTCDate() !== Number(base.slice(8, 10))) return null;
  return BigInt(milliseconds) * 1_000_000n + BigInt(fraction.padEnd(9, "0").slice(0, 9));
}

/** Milliseconds since 1970 of a time stamp; null when it is none. Quick, where nanoseconds do not matter. */
export function millisecondsOf(text: string): number | null {
  // Only days that every month has: of others Date.parse accepts some that do not exist.
  const quick = text.slice(8, 10) <= "28" ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(quick)) return quick;
  const instant = instantOf(text);
  return instant === null ? null : Number(instant / 1_000_000n);
}

/** Whether a time stamp has the right form and names a day that does not exist, such as 30 February. */
export function isImpossibleDate(text: string): boolean {
  // Every month has 28 days: only later ones are worth the full reading.
  return text.slice(8, 10) > "28" && RFC3339.test(text) && instantOf(text) === null;
}
