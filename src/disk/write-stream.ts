import fs from "node:fs";
import { encodeInto, PIECE_BYTES } from "./encode-into.ts";

/**
 * Writes a stream to a new file; when the stream fails, the file is removed. A chunk is written before the next one
 * is asked for.
 */
export async function writeStream(chunks: AsyncIterable<Uint8Array>, file: string): Promise<void> {
  const descriptor = fs.openSync(file, "wx", 0o600);
  try {
    for await (const chunk of chunks) fs.writeFileSync(descriptor, chunk);
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Writes text that comes in pieces, some of them encoded already, as `writeStream` does; `onBytes` sees the bytes. */
export function writeText(
  pieces: AsyncIterable<string | Uint8Array>,
  file: string,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Promise<void> {
  return writeStream(encoded(pieces, onBytes), file);
}

/** Bytes that are written at once: a call to the system for each short line would cost more than the line. */
const BATCH = 256 * 1024;

/**
 * Every piece is encoded by itself, always into the same memory: joined with others, one piece that is not Latin-1
 * would make all of them slow to encode.
 */
async function* encoded(
  pieces: AsyncIterable<string | Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const memory = new Uint8Array(BATCH + PIECE_BYTES);
  let used = 0;
  const take = (bytes: Uint8Array) => {
    used = 0;
    onBytes(bytes);
    return bytes;
  };
  for await (const piece of pieces) {
    if (typeof piece !== "string") {
      if (used > 0) yield take(memory.subarray(0, used));
      yield take(piece);
      continue;
    }
    for (let from = 0; from < piece.length; ) {
      const text = from === 0 ? piece : piece.slice(from);
      const { read, written } = encodeInto(text, memory.subarray(used));
      from += read;
      used += written;
      if (used >= BATCH) yield take(memory.subarray(0, used));
    }
  }
  if (used > 0) yield take(memory.subarray(0, used));
}
