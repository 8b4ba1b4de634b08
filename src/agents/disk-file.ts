import { type FileHandle, open, stat } from "node:fs/promises";
import { HoldallError } from "../base/errors.ts";
import { formatBytes } from "../base/text/format-count.ts";
import type { SourceFile } from "./agent.ts";

const CHUNK = 256 * 1024;

/**
 * How much of a compressed file is read: a session may come from anyone, and 600 KB can become 20 GB. Above the
 * floor, the ratio counts, as with archives; a small file of repetitions is harmless.
 */
const MAX_UNPACKED_BYTES = 16 * 1024 ** 3;
const MAX_RATIO = 200;
const RATIO_FLOOR = 1024 * 1024;

/** A file of an agent as a stream of records; bytes that are added later are not seen. */
export async function diskFile(path: string, name: string): Promise<SourceFile> {
  const { size } = await stat(path);
  if (path.endsWith(".zst")) return compressedFile(path, name, size);
  return {
    path: name,
    bytes: size,
    read: (from = 0) => readFrom(path, { from, end: size }),
    isPlain: true,
  };
}

interface ByteRange {
  readonly from: number;
  readonly end: number;
}

async function* readFrom(path: string, stretch: ByteRange): AsyncGenerator<Uint8Array> {
  const handle = await open(path, "r");
  try {
    yield* readHandle(handle, stretch);
  } finally {
    await handle.close();
  }
}

async function* readHandle(handle: FileHandle, { from, end }: ByteRange) {
  let at = from;
  let next = readAt(handle, { from: at, end });
  try {
    for (let chunk = await next; chunk.length > 0; chunk = await next) {
      at += chunk.length;
      // The next piece is fetched while this one is used.
      next = readAt(handle, { from: at, end });
      yield chunk;
    }
  } finally {
    await next.catch(() => undefined); // Nothing may be under way when the file is closed.
  }
}

async function readAt(handle: FileHandle, { from, end }: ByteRange): Promise<Uint8Array> {
  const size = Math.min(CHUNK, end - from);
  if (size <= 0) return new Uint8Array(0);
  const buffer = Buffer.allocUnsafeSlow(size);
  const { bytesRead } = await handle.read(buffer, 0, size, from);
  return buffer.subarray(0, bytesRead);
}

/** `bytes` is the compressed size: the other is known only to who reads to the end. */
function compressedFile(path: string, name: string, size: number): SourceFile {
  return { path: name, bytes: size, read: (from = 0) => skipBytes(decompress(path, size), from) };
}

async function* decompress(path: string, size: number): AsyncGenerator<Uint8Array> {
  const { Readable } = await import("node:stream");
  const { createZstdDecompress } = await import("node:zlib");
  const input = Readable.from(readFrom(path, { from: 0, end: size }));
  const output = input.pipe(createZstdDecompress());
  // A damaged file ends early: what came before it is read, and its last line is torn.
  input.on("error", () => output.end());
  const most = Math.min(MAX_UNPACKED_BYTES, Math.max(RATIO_FLOOR, size * MAX_RATIO));
  let unpacked = 0;
  try {
    for await (const chunk of output) {
      unpacked += chunk.length;
      if (unpacked > most) throw tooLarge(path, size, most);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof HoldallError) throw error;
    return;
  } finally {
    input.destroy();
    output.destroy();
  }
}

function tooLarge(path: string, size: number, most: number): HoldallError {
  return new HoldallError(
    "E_LIMIT",
    `Cannot read "${path}": its ${formatBytes(size)} decompress to more than ${formatBytes(most)}`,
    { cure: `if you trust it, decompress it with "zstd -d" and name the result` },
  );
}

/** A stream from a byte on. */
export async function* skipBytes(
  chunks: AsyncIterable<Uint8Array>,
  from: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of chunks) {
    if (at + chunk.length > from) yield chunk.subarray(Math.max(0, from - at));
    at += chunk.length;
  }
}
