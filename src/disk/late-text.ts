import fs from "node:fs";
import { fillIn, type LatePart } from "../base/late-part.ts";
import { removeTemporary, temporaryBeside } from "./temporary.ts";
import { writeText } from "./write-stream.ts";

/** Characters after the mark that are kept in memory; more of them wait in a file beside the target. */
const MAX_KEPT = 4 * 1024 * 1024;
const CHUNK = 256 * 1024;

/** A text with its late part in place: what comes after the mark waits until all of it is there. */
export async function* withLatePart(
  text: AsyncIterable<string>,
  part: LatePart,
  target: string,
): AsyncGenerator<string | Uint8Array> {
  const pieces = text[Symbol.asyncIterator]();
  let next = await pieces.next();
  for (; !next.done && !next.value.includes(part.mark); next = await pieces.next()) {
    yield next.value;
  }
  if (next.done) return;
  const marked = next.value;
  const kept: string[] = [];
  let size = 0;
  for (next = await pieces.next(); !next.done && size < MAX_KEPT; next = await pieces.next()) {
    kept.push(next.value);
    size += next.value.length;
  }
  const waiting = next.done ? null : temporaryBeside(target);
  try {
    if (waiting !== null && !next.done) {
      await writeText(continued(next.value, pieces), waiting);
    }
    yield fillIn(marked, part.mark, await part.text());
    yield* kept;
    if (waiting !== null) yield* chunksOf(waiting);
  } finally {
    if (waiting !== null) removeTemporary(waiting);
  }
}

async function* continued(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** The bytes of a file; a chunk is good until the next one is asked for. */
function* chunksOf(file: string): Generator<Uint8Array> {
  const descriptor = fs.openSync(file, "r");
  const chunk = Buffer.allocUnsafe(CHUNK);
  try {
    for (let length = 1; length > 0; ) {
      length = fs.readSync(descriptor, chunk, 0, CHUNK, null);
      if (length > 0) yield chunk.subarray(0, length);
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
