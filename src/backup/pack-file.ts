import fs from "node:fs";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { MAX_PART_BYTES, packPath, parsePart } from "./layout.ts";
import { type BackupFolder, type Keyring, keyOf, seal, unseal } from "./sealing.ts";

/**
 * A pack: compressed blocks of parts, then the list of them, compressed too, then a trailer of 16 bytes: a mark and the
 * length of the list.
 */
const MARK = Buffer.from("holdall1", "latin1");
const TRAILER_BYTES = 16;

/** A block is closed when it has this many bytes: the larger, the better it compresses; a part needs all of it. */
export const BLOCK_BYTES = 2 * 1024 * 1024;
/** The largest block: a part may come when it is nearly full. */
export const MAX_BLOCK_BYTES = BLOCK_BYTES + MAX_PART_BYTES;
/** A pack is written when it has this many bytes, compressed. */
export const PACK_BYTES = 8 * 1024 * 1024;
/** The largest pack that is read. */
const MAX_PACK_BYTES = 64 * 1024 * 1024;
/** Smaller ones are refused by zlib. */
const MIN_CHUNK_BYTES = 64;
const MAX_LIST_BYTES = 64 * 1024 * 1024;

const blockSchema = z.object({
  offset: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative().max(MAX_PACK_BYTES),
  unpacked: z.number().int().nonnegative().max(MAX_BLOCK_BYTES),
  /** `<sha256>:<bytes>`, in order. */
  parts: z.array(z.string().max(80)),
});
const listSchema = z.array(blockSchema);

/** A block of a pack. */
export type PackBlock = z.infer<typeof blockSchema>;

/** The bytes of a pack; its blocks are compressed and, where there is a key, sealed. */
export function encodePack(
  blocks: readonly {
    readonly packed: Uint8Array;
    readonly unpacked: number;
    readonly parts: readonly string[];
  }[],
  keyring: Keyring,
): Buffer {
  const list: PackBlock[] = [];
  let offset = 0;
  for (const { packed, unpacked, parts } of blocks) {
    list.push({ offset, bytes: packed.length, unpacked, parts: [...parts] });
    offset += packed.length;
  }
  const packedList = seal(keyring, "list", zstdCompressSync(JSON.stringify(list)));
  const trailer = Buffer.alloc(TRAILER_BYTES);
  MARK.copy(trailer);
  trailer.writeBigUInt64LE(BigInt(packedList.length), MARK.length);
  return Buffer.concat([...blocks.map(({ packed }) => packed), packedList, trailer]);
}

/** The list of blocks of a pack, read from its end. */
export function readPackList(
  { folder, keyring }: BackupFolder,
  hash: string,
): readonly PackBlock[] {
  const file = packPath(folder, hash);
  const descriptor = openPack(file);
  try {
    const { size } = fs.fstatSync(descriptor);
    const trailer = readAt(descriptor, size - TRAILER_BYTES, TRAILER_BYTES);
    const bytes = Number(trailer.readBigUInt64LE(MARK.length));
    const start = size - TRAILER_BYTES - bytes;
    if (!trailer.subarray(0, MARK.length).equals(MARK) || start < 0) throw damaged(file);
    const packed = unseal(keyring, "list", readAt(descriptor, start, bytes));
    const text = zstdDecompressSync(packed, { maxOutputLength: MAX_LIST_BYTES }).toString("utf8");
    const list = listSchema.parse(JSON.parse(text));
    if (list.some((block) => block.offset + block.bytes > start)) throw damaged(file);
    return list;
  } catch (error) {
    if (error instanceof HoldallError) throw error;
    throw damaged(file, error);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The bytes of a block. */
export function readBlock(
  { folder, keyring }: BackupFolder,
  hash: string,
  block: PackBlock,
): Buffer {
  const file = packPath(folder, hash);
  const descriptor = openPack(file);
  try {
    const packed = unseal(keyring, "block", readAt(descriptor, block.offset, block.bytes));
    const unpacked = zstdDecompressSync(packed, {
      maxOutputLength: block.unpacked,
      chunkSize: Math.max(MIN_CHUNK_BYTES, block.unpacked), // One buffer, and no copy of it.
    });
    if (unpacked.length !== block.unpacked) throw damaged(file);
    return unpacked;
  } catch (error) {
    if (error instanceof HoldallError) throw error;
    throw damaged(file, error);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The id of the key with which a pack is sealed; null for one in the clear. */
export function keyOfPack(folder: string, hash: string): string | null {
  const descriptor = openPack(packPath(folder, hash));
  try {
    return keyOf(readAt(descriptor, 0, Math.min(fs.fstatSync(descriptor).size, 64)));
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Refuses a pack with a byte that is not the one that was written. */
export function verifyPack(folder: string, hash: string): number {
  return readPack(folder, hash).length;
}

/** All bytes of a pack, checked. */
export function readPack(folder: string, hash: string): Buffer {
  const file = packPath(folder, hash);
  if (fs.statSync(file).size > MAX_PACK_BYTES) throw damaged(file);
  const bytes = fs.readFileSync(file);
  if (sha256(bytes) !== hash) throw damaged(file);
  return bytes;
}

/** Where each part of a block begins. */
export function* partsOf(
  block: PackBlock,
): Generator<{ readonly hash: string; readonly start: number; readonly bytes: number }> {
  let start = 0;
  for (const text of block.parts) {
    const part = parsePart(text);
    if (part === null || start + part.bytes > block.unpacked) return;
    yield { ...part, start };
    start += part.bytes;
  }
}

function openPack(file: string): number {
  const { O_RDONLY, O_NOFOLLOW = 0 } = fs.constants;
  const descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW);
  const stats = fs.fstatSync(descriptor);
  if (stats.isFile() && stats.size >= TRAILER_BYTES) return descriptor;
  fs.closeSync(descriptor);
  throw damaged(file);
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  if (length < 0 || length > MAX_PACK_BYTES) throw new RangeError("a length is out of bounds");
  const buffer = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = fs.readSync(descriptor, buffer, done, length - done, position + done);
    if (read === 0) throw new RangeError("the file ends early");
    done += read;
  }
  return buffer;
}

function damaged(file: string, cause?: unknown): HoldallError {
  return new HoldallError("E_DIGEST", `Cannot read "${file}": it is damaged`, {
    cause,
    cure: "run `holdall keep verify`; copy the file again from another copy of the backup",
  });
}
