import fs from "node:fs";
import { ioError } from "./io-error.ts";

/** Bytes of a file that are read in one call. */
export const READ_CHUNK = 256 * 1024;

// Links are never followed, and a pipe in the place of a file cannot block the reader.
const OPEN =
  fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);

/** Opens a file for reading; `named` is its path for error messages. */
export function openForReading(absolute: string, named: string): number {
  // Not by `withReadError`: with many files, a function for each is felt.
  try {
    return fs.openSync(absolute, OPEN);
  } catch (cause) {
    throw ioError(cause, `read "${named}"`);
  }
}

/** A file that was opened once: what it is, and its bytes unless there are more than allowed. */
export interface OpenedFile {
  readonly stat: fs.Stats;
  readonly bytes: Uint8Array | null;
}

/** Opens a file once for both its facts and its bytes; errors are those of the system. */
export function readAtOnce(absolute: string, maxBytes: number): OpenedFile {
  const descriptor = fs.openSync(absolute, OPEN);
  try {
    const stat = fs.fstatSync(descriptor);
    const isSmall = stat.isFile() && stat.size <= maxBytes;
    return { stat, bytes: isSmall ? readAll(descriptor, stat.size, maxBytes) : null };
  } finally {
    fs.closeSync(descriptor);
  }
}

/** All bytes of a file; null when it has grown beyond the limit. */
function readAll(descriptor: number, size: number, maxBytes: number): Uint8Array | null {
  // One byte more than expected, so that a short read shows the end without another call.
  let bytes = Buffer.allocUnsafe(size + 1);
  for (let length = 0; ; ) {
    const read = fs.readSync(descriptor, bytes, length, bytes.length - length, null);
    length += read;
    if (length > maxBytes) return null;
    if (read === 0 || length < bytes.length) return bytes.subarray(0, length);
    bytes = Buffer.concat([bytes], bytes.length * 2);
  }
}

/** Runs a system call and reports its failure as an error about one file. */
export function withReadError<Result>(named: string, call: () => Result): Result {
  try {
    return call();
  } catch (cause) {
    throw ioError(cause, `read "${named}"`);
  }
}
