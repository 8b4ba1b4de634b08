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

/** Writes text that comes in pieces, as `writeStream` does. */
export function writeText(pieces: AsyncIterable<string>, file: string): Promise<void> {
  return writeStream(encoded(pieces), file);
}

/** Characters that are written at once: a call to the system for each short line would cost more than the line. */
const BATCH = 64 * 1024;

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let batch = "";
  for await (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH) continue;
    yield encoder.encode(batch);
    batch = "";
  }
  if (batch !== "") yield encoder.encode(batch);
}
