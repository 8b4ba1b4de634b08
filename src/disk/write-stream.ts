import fs from "node:fs";

/**
 * Writes a stream to a new file and flushes it to disk; when the stream fails, the file is removed. A chunk is
 * written before the next one is asked for.
 */
export async function writeStream(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  isFlushed = true,
): Promise<void> {
  const descriptor = fs.openSync(file, "wx", 0o600);
  try {
    for await (const chunk of chunks) fs.writeFileSync(descriptor, chunk);
    if (isFlushed) fs.fsyncSync(descriptor);
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** How a text is written. */
interface TextOptions {
  /** Sees what is written. */
  readonly onBytes?: (bytes: Uint8Array) => void;
  /** Whether the file must survive a crash of the machine; it must, if nobody says otherwise. */
  readonly isFlushed?: boolean;
}

/** Writes text that comes in pieces, some of them encoded already, as `writeStream` does. */
export function writeText(
  pieces: AsyncIterable<string | Uint8Array>,
  file: string,
  { onBytes = () => {}, isFlushed = true }: TextOptions = {},
): Promise<void> {
  return writeStream(encoded(pieces, onBytes), file, isFlushed);
}

/** Characters that are written at once: a call to the system for each short line would cost more than the line. */
const BATCH = 64 * 1024;

/** Bytes that are encoded at once, always into the same memory. */
const ENCODED = 4 * BATCH;

async function* encoded(
  pieces: AsyncIterable<string | Uint8Array>,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const memory = new Uint8Array(ENCODED);
  function* encode(text: string): Generator<Uint8Array> {
    for (let from = 0; from < text.length; ) {
      const { read, written } = encoder.encodeInto(from === 0 ? text : text.slice(from), memory);
      from += read;
      const bytes = memory.subarray(0, written);
      onBytes(bytes);
      yield bytes;
    }
  }
  let batch = "";
  for await (const piece of pieces) {
    if (typeof piece === "string") {
      batch += piece;
      if (batch.length < BATCH) continue;
      yield* encode(batch);
    } else {
      yield* encode(batch);
      onBytes(piece);
      yield piece;
    }
    batch = "";
  }
  yield* encode(batch);
}
