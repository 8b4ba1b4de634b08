/** Pieces small enough that no stage between reader and writer holds more than a few of them. */
const PIECE = 64 * 1024;

/** Cuts the chunks of a source into bounded pieces. */
export async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
  }
}

/** Bytes on their way through the library. */
export interface ByteStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** Whether an error came from the source itself, not from what was done with its bytes. */
  isOwn(error: unknown): boolean;
  /** Lets go of the source, also when the library has stopped reading half-way. */
  close(): Promise<void>;
}

/** Turns a source into a stream as the library wants it. */
export function byteStream(source: AsyncIterable<Uint8Array>): ByteStream {
  let own: { readonly error: unknown } | null = null;

  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      own = { error };
      throw error;
    }
  }

  const iterator = watched();
  return {
    stream: ReadableStream.from(iterator),
    isOwn: (error) => own !== null && own.error === error,
    close: async () => {
      await iterator.return(undefined);
    },
  };
}
