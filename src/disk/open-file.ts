import fs from "node:fs";
import { ioError } from "./io-error.ts";

/** Bytes of a file that are read in one call. */
export const READ_CHUNK = 256 * 1024;

// Links are never followed, and a pipe in the place of a file cannot block the reader.
const OPEN =
  fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);

/** Opens a file for reading; `named` is its path for error messages. */
export function openForReading(absolute: string, named: string): number {
  return withReadError(named, () => fs.openSync(absolute, OPEN));
}

/** Runs a system call and reports its failure as an error about one file. */
export function withReadError<Result>(named: string, call: () => Result): Result {
  try {
    return call();
  } catch (cause) {
    throw ioError(cause, `read "${named}"`);
  }
}
