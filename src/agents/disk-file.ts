import { type FileHandle, open, stat } from "node:fs/promises";
import { createZstdDecompress } from "node:zlib";
import type { SourceFile } from "./agent.ts";

const CHUNK = 256 * 1024;

/** A file of an agent as a stream of records; bytes that are added later are not seen. */
export async function diskFile(path: string, name: string): Promise<SourceFile> {
  const { size } = await stat(path);
  if (path.endsWith(".zst")) return compressedFile(path, name, size);
  return { path: name, bytes: size, read: (from = 0) => readFrom(path, from, size) };
}

async function* readFrom(path: string, from: number, end: number): AsyncGenerator<Uint8Array> {
  const handle = await open(path, "r");
  try {
    yield* readHandle(handle, from, end);
  } finally {
    await handle.close();
  }
}

async function* readHandle(handle: FileHandle, from: number, end: number) {
  let at = from;
  let next = readAt(handle, at, end);
  try {
    for (let chunk = await next; chunk.length > 0; chunk = await next) {
      at += chunk.length;
      // The next piece is fetched while this one is used.
      next = readAt(handle, at, end);
      yield chunk;
    }
  } finally {
    await next.catch(() => undefined); // Nothing may be under way when the file is closed.
  }
}

/** A fresh buffer each time: who reads may still hold the last one. */
async function readAt(handle: FileHandle, at: number, end: number): Promise<Uint8Array> {
  const size = Math.min(CHUNK, end - at);
  if (size <= 0) return new Uint8Array(0);
  const buffer = Buffer.allocUnsafeSlow(size);
  const { bytesRead } = await handle.read(buffer, 0, size, at);
  return buffer.subarray(0, bytesRead);
}

/** `bytes` is the compressed size: the other is known only to who reads to the end. */
function compressedFile(path: string, name: string, size: number): SourceFile {
  return { path: name, bytes: size, read: (from = 0) => skip(decompress(path, size), from) };
}

async function* decompress(path: string, size: number): AsyncGenerator<Uint8Array> {
  const { Readable } = await import("node:stream");
  const input = Readable.from(readFrom(path, 0, size));
  const output = input.pipe(createZstdDecompress());
  // A damaged file ends early: what came before it is read, and its last line is torn.
  input.on("error", () => output.end());
  try {
    for await (const chunk of output) yield chunk;
  } catch {
    return;
  } finally {
    input.destroy();
  }
}

async function* skip(chunks: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of chunks) {
    if (at + chunk.length > from) yield chunk.subarray(Math.max(0, from - at));
    at += chunk.length;
  }
}
