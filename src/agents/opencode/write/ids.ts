import { createSha256, sha256 } from "../../../base/hash.ts";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LETTERS = 14;
const TIME_BITS = 48n;

/** Letters and digits made of a text, always the same for the same one. */
function lettersFrom(text: string): string {
  const bytes = createSha256().update(text).digest().subarray(0, RANDOM_LETTERS);
  return [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** The time part of an id: what is later sorts later, and `count` breaks ties. */
function timePart(milliseconds: number, count: number): bigint {
  return BigInt.asUintN(Number(TIME_BITS), BigInt(milliseconds) * 4096n + BigInt(count));
}

/** A new session's id; they sort the other way round, the newest first. */
export function newSessionId(random: () => string, now: Date): string {
  const inverted = BigInt.asUintN(Number(TIME_BITS), ~timePart(now.getTime(), 1));
  return `ses_${inverted.toString(16).padStart(12, "0")}${lettersFrom(random())}`;
}

/** Ids of messages and parts that ascend in the order in which they are asked for. */
export interface IdSequence {
  next(kind: "msg" | "prt"): string;
}

/** Room for as many ids as a session may have, in units of the time part. */
const MINUTE = 60_000n * 4096n;

/**
 * Starts a sequence that is the same for the same session. The ids are of the minute before the handoff, whenever the
 * messages were written: the time part starts again at 0 every two years (last on 2026-08-14), and Kilo Code sends no
 * message to its model whose id is greater than that of the newest prompt.
 */
export function idSequence(session: string, now: Date): IdSequence {
  const end = timePart(now.getTime(), 0);
  let count = 0;
  let last = end > MINUTE ? end - MINUTE : 0n;
  return {
    next(kind) {
      last++;
      const letters = lettersFrom(`${session} ${++count}`);
      return `${kind}_${last.toString(16).padStart(12, "0")}${letters}`;
    },
  };
}

/** What to take from the time parts of ids that are older than a time and greater than the ids of now; 0 for all others. */
export function idShift(updated: unknown, now: Date): bigint {
  if (!Number.isSafeInteger(updated)) return 0n;
  const excess = timePart(Number(updated), 0) - timePart(now.getTime(), 0);
  return excess > 0n && Number(updated) < now.getTime() ? excess + MINUTE : 0n;
}

/** An id for the copy of something in another session: it sorts as before, and is never the same. */
export function copiedId(id: string, session: string, shift = 0n): string {
  const [, kind, time] = /^([a-z]+_)([0-9a-f]{12})/.exec(id) ?? [];
  const shifted = BigInt.asUintN(Number(TIME_BITS), BigInt(`0x${time ?? 0}`) - shift);
  const kept =
    kind === undefined
      ? `${id.slice(0, 4)}${sha256(id).slice(0, 12)}`
      : `${kind}${shifted.toString(16).padStart(12, "0")}`;
  return `${kept}${lettersFrom(`${session} ${id}`)}`;
}
