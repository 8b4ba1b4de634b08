import { HoldallError } from "../../base/errors.ts";
import type { FileEntry } from "../../base/file-set.ts";
import { excerpt } from "../../base/text/text.ts";
import { BLOCK, encodeHeader } from "./header.ts";
import { paxRecord } from "./pax.ts";

/** Output comes in pieces of this size: zlib is slow at many small ones. */
const PIECE = 256 * 1024;

/**
 * Writes entries as a tar stream, in the given order. Only contents, names and the executable bit
 * influence the bytes. Every piece is a buffer of its own, because zlib reads it in another thread.
 */
export async function* writeTar(entries: AsyncIterable<FileEntry>): AsyncGenerator<Uint8Array> {
  const pieces = createPieces();
  for await (const entry of entries) {
    // Loops instead of `yield*`, which would wait even when no piece is full.
    for (const part of headersOf(entry)) for (const full of pieces.add(part)) yield full;
    if (entry.kind !== "file") continue;
    const { size } = entry;
    let written = 0;
    for await (const chunk of entry.read()) {
      written += chunk.length;
      // The header with the size has been written already; a file that changes now cannot be
      // corrected.
      if (written > size) break;
      for (const full of pieces.add(chunk)) yield full;
    }
    if (written !== size) throw changed(entry.path);
    for (const full of pieces.add(padding(size))) yield full;
  }
  for (const full of pieces.add(new Uint8Array(2 * BLOCK))) yield full;
  yield pieces.rest();
}

/**
 * The blocks before an entry's bytes: its header, preceded by a pax header only where ustar is not enough.
 */
export function headersOf(entry: Pick<FileEntry, "path" | "kind" | "mode" | "size">): Uint8Array[] {
  const { path, kind } = entry;
  if (kind !== "file" && kind !== "folder") {
    throw new HoldallError(
      "E_LINK",
      `Cannot archive "${excerpt(path)}": it is a link or a device`,
      {
        cure: "remove it, or replace it with a copy of the file",
      },
    );
  }
  const isFolder = kind === "folder";
  const header = encodeHeader({
    path: isFolder ? `${path}/` : path,
    type: isFolder ? "5" : "0",
    mode: isFolder || entry.mode & 0o111 ? 0o755 : 0o644,
    size: isFolder ? 0 : entry.size,
  });
  const records = [];
  if (!header.pathFits) records.push(paxRecord("path", isFolder ? `${path}/` : path));
  if (!header.sizeFits) records.push(paxRecord("size", String(entry.size)));
  return records.length === 0 ? [header.block] : [...paxHeader(records), header.block];
}

function paxHeader(records: readonly Uint8Array[]): Uint8Array[] {
  const body = Buffer.concat(records);
  const { length } = body;
  const header = encodeHeader({ path: "././@PaxHeader", type: "x", mode: 0o644, size: length });
  return [header.block, body, padding(length)];
}

const ZEROS = new Uint8Array(BLOCK);

function padding(size: number): Uint8Array {
  return ZEROS.subarray(0, (BLOCK - (size % BLOCK)) % BLOCK);
}

function changed(path: string): HoldallError {
  return new HoldallError(
    "E_IO",
    `Cannot archive "${excerpt(path)}": it changed while it was being read`,
  );
}

interface Pieces {
  /** The pieces that became full. */
  add(bytes: Uint8Array): readonly Uint8Array[];
  rest(): Uint8Array;
}

function createPieces(): Pieces {
  let piece = Buffer.allocUnsafeSlow(PIECE);
  let used = 0;
  function add(bytes: Uint8Array): readonly Uint8Array[] {
    let from = 0;
    const full: Uint8Array[] = [];
    while (from < bytes.length) {
      const length = Math.min(bytes.length - from, PIECE - used);
      piece.set(bytes.subarray(from, from + length), used);
      used += length;
      from += length;
      if (used < PIECE) break;
      full.push(piece);
      piece = Buffer.allocUnsafeSlow(PIECE);
      used = 0;
    }
    return full;
  }
  return { add, rest: () => piece.subarray(0, used) };
}
