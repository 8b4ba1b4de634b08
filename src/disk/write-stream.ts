import fs from "node:fs";

/** Writes a stream to a new file and flushes it to disk; when the stream fails, the file is removed. */
export async function writeStream(chunks: AsyncIterable<Uint8Array>, file: string): Promise<void> {
  const descriptor = fs.openSync(file, "wx", 0o600);
  try {
    for await (const chunk of chunks) fs.writeFileSync(descriptor, chunk);
    fs.fsyncSync(descriptor);
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Writes text that comes in pieces, as `writeStream` does; `onBytes` sees what is written. */
export function writeText(
  pieces: AsyncIterable<string>,
  file: string,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Promise<void> {
  return writeStream(encoded(pieces, onBytes), file);
}

/** Characters that are written at once: a call to the system for each short line would cost more than the line. */
const BATCH = 64 * 1024;

async function* encoded(
  pieces: AsyncIterable<string>,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let batch = "";
  const encode = () => {
    const bytes = encoder.encode(batch);
    batch = "";
    onBytes(bytes);
    return bytes;
  };
  for await (const piece of pieces) {
    batch += piece;
    if (batch.length >= BATCH) yield encode();
  }
  if (batch !== "") yield encode();
}
