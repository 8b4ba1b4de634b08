import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { damagedArchive } from "./header.ts";

const PIECE = 256 * 1024;
/** A sixth faster than zlib's defaults, for archives that are hardly larger. */
const SETTINGS = { level: 5, memLevel: 9, chunkSize: PIECE };
/** Offset of the operating system in a gzip header, and its value for "unknown". */
const SYSTEM_AT = 9;
const UNKNOWN_SYSTEM = 255;

/**
 * Compresses a stream in zlib's own thread while the next pieces are prepared here. The header has
 * no time, name or operating system, so that the same input gives the same output.
 */
export async function* gzip(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = createGzip(SETTINGS);
  // A few pieces are prepared ahead; otherwise the thread would wait for each.
  feed(Readable.from(pieces, { highWaterMark: 4 }), stream);
  let isFirst = true;
  for await (const piece of stream) {
    if (isFirst) piece[SYSTEM_AT] = UNKNOWN_SYSTEM;
    isFirst = false;
    yield piece;
  }
}

/** Decompresses a stream; damage, an early end and anything after the end are `E_ARCHIVE`. */
export async function* gunzip(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: PIECE });
  let inputBytes = 0;
  feed(Readable.from(counted(pieces)), stream);
  try {
    yield* stream;
  } catch (cause) {
    if (!isZlibFault(cause)) throw cause;
    throw damagedArchive(`it cannot be decompressed (${cause.message})`);
  }
  // zlib stops at the end of the compressed data and silently ignores the rest.
  if (stream.bytesWritten !== inputBytes)
    throw damagedArchive("it has extra bytes after the compressed data");

  async function* counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      inputBytes += piece.length;
      yield piece;
    }
  }
}

function feed(source: Readable, stream: NodeJS.WritableStream): void {
  // A failure destroys the stream, and so reaches its reader.
  pipeline(source, stream).catch(() => undefined);
}

function isZlibFault(fault: unknown): fault is Error & { code: string } {
  return fault instanceof Error && "code" in fault && String(fault.code).startsWith("Z_");
}
