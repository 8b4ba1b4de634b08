import { createSha256, sha256 } from "../../base/hash.ts";

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
  next(kind: "msg" | "prt", milliseconds: number): string;
}

/** Starts a sequence that is the same for the same session. */
export function idSequence(session: string): IdSequence {
  let count = 0;
  let last = 0n;
  return {
    next(kind, milliseconds) {
      const time = timePart(milliseconds, 0);
      last = time > last ? time : last + 1n;
      const letters = lettersFrom(`${session} ${++count}`);
      return `${kind}_${last.toString(16).padStart(12, "0")}${letters}`;
    },
  };
}

/** An id for the copy of something in another session: it sorts as before, and is never the same. */
export function copiedId(id: string, session: string): string {
  const kept =
    /^([a-z]+_[0-9a-f]{12})/.exec(id)?.[1] ?? `${id.slice(0, 4)}${sha256(id).slice(0, 12)}`;
  return `${kept}${lettersFrom(`${session} ${id}`)}`;
}
