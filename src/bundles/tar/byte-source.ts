/** Reads bytes from a stream in the amounts that a parser needs. */
export interface ByteSource {
  /** Exactly this many bytes, or fewer when the stream ends before. */
  read(length: number): Promise<Uint8Array>;
  /** Exactly this many bytes if they are in memory, else null: with many members, each wait is felt. */
  readNow(length: number): Uint8Array | null;
  /** The next bytes, at most this many; empty only at the end. */
  readSome(length: number): Promise<Uint8Array>;
  /** Ends the underlying stream, for a reader that stops early. */
  close(): Promise<void>;
}

/** Creates a source that keeps no more than one piece of the stream and what was asked for. */
export function createByteSource(chunks: AsyncIterable<Uint8Array>): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]();
  let piece = new Uint8Array(0);
  let used = 0;

  function readNow(length: number): Uint8Array | null {
    if (piece.length - used < length) return null;
    used += length;
    return piece.subarray(used - length, used);
  }

  async function readSome(length: number): Promise<Uint8Array> {
    while (used === piece.length) {
      const next = await iterator.next();
      if (next.done) return new Uint8Array(0);
      piece = next.value as Uint8Array<ArrayBuffer>;
      used = 0;
    }
    const part = piece.subarray(used, used + length);
    used += part.length;
    return part;
  }

  async function read(length: number): Promise<Uint8Array> {
    const first = await readSome(length);
    if (first.length === length || first.length === 0) return first;
    const parts = [first];
    let missing = length - first.length;
    while (missing > 0) {
      const part = await readSome(missing);
      if (part.length === 0) break;
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  return { read, readNow, readSome, close: async () => void (await iterator.return?.()) };
}
