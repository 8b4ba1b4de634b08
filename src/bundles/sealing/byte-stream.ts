/** Small enough that the buffers between reader and writer stay small. */
const PIECE = 64 * 1024;

/** Splits the chunks of a source into pieces of bounded size. */
export async function* splitChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
  }
}

/** A source as the age library takes it. */
export interface ByteStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** Whether an error was thrown by the source itself and not by the library. */
  isSourceError(error: unknown): boolean;
  /** Closes the source, also when the library stopped reading half-way. */
  close(): Promise<void>;
}

/** Converts a source to a stream and remembers its own errors. */
export function byteStream(source: AsyncIterable<Uint8Array>): ByteStream {
  let sourceError: { readonly error: unknown } | null = null;

  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      sourceError = { error };
      throw error;
    }
  }

  const iterator = watched();
  return {
    stream: ReadableStream.from(iterator),
    isSourceError: (error) => sourceError !== null && sourceError.error === error,
    close: async () => {
      await iterator.return(undefined);
    },
  };
}
