import fs from "node:fs";
import { ioError } from "./io-error.ts";

/** Bytes of a file that are read at once. */
export const READ_CHUNK = 256 * 1024;

// Links are never followed, and a pipe that takes a file's place does not hang the reader.
const OPEN =
  fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);

/** Opens a file for reading; `named` is how errors call it. */
export function openForReading(absolute: string, named: string): number {
  return withReadError(named, () => fs.openSync(absolute, OPEN));
}

/** Makes a system call whose failure is about one file. */
export function withReadError<Result>(named: string, call: () => Result): Result {
  try {
    return call();
  } catch (cause) {
    throw ioError(cause, `read "${named}"`);
  }
}
