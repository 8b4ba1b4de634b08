import fs from "node:fs";
import type { Digest } from "../base/file-set.ts";
import { createSha256, sha256 } from "../base/hash.ts";
import { openForReading, READ_CHUNK } from "./open-file.ts";
import { isYieldDue, yieldToEventLoop } from "./yield-to-event-loop.ts";

const scratch = Buffer.allocUnsafe(READ_CHUNK);

/**
 * The SHA-256 and the size of a file. A small file is hashed synchronously, a larger one yields to the
 * event loop in between. `named` is the path for error messages.
 */
export function digestFile(absolute: string, named = absolute): Digest | Promise<Digest> {
  const descriptor = openForReading(absolute, named);
  let isLarge = false;
  try {
    const length = fs.readSync(descriptor, scratch, 0, READ_CHUNK, null);
    isLarge = length === READ_CHUNK;
    if (isLarge) return digestLarge(descriptor, length);
    return { sha256: sha256(scratch.subarray(0, length)), size: length };
  } finally {
    if (!isLarge) fs.closeSync(descriptor);
  }
}

/** Continues with a file whose first chunk is in the scratch buffer. */
async function digestLarge(descriptor: number, first: number): Promise<Digest> {
  try {
    // Never yield between reading into the shared buffer and hashing it.
    const digest = createSha256();
    let size = 0;
    for (let length = first; length > 0; ) {
      digest.update(scratch.subarray(0, length));
      size += length;
      if (isYieldDue()) await yieldToEventLoop();
      length = fs.readSync(descriptor, scratch, 0, READ_CHUNK, null);
    }
    return { sha256: digest.digest("hex"), size };
  } finally {
    fs.closeSync(descriptor);
  }
}
