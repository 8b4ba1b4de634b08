/**
 * Header blocks of tar: written as plain ustar with pax records where a field does not fit, read as
 * ustar or GNU tar. The numbers are byte offsets of the POSIX format. Owner and time are always
 * zero, for reproducible archives.
 */

import { HoldallError } from "../../base/errors.ts";

/** Tar counts in blocks of this many bytes. */
export const BLOCK = 512;

/** The largest size that fits into eleven octal digits. */
const MAX_OCTAL_SIZE = 0o77777777777;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const encoder = new TextEncoder();

/** The fields of a header block, before they are checked. */
export interface TarHeader {
  /** Name with its prefix, as bytes; decoded later, because a pax record may replace it. */
  readonly name: Uint8Array;
  readonly type: string;
  readonly mode: number;
  readonly size: number;
}

/** A header block to be written, and whether some field needs a pax record because it does not fit. */
export interface EncodedHeader {
  readonly block: Uint8Array;
  readonly pathFits: boolean;
  readonly sizeFits: boolean;
}

/** Builds a ustar header in which nothing depends on the machine, the user or the clock. */
export function encodeHeader(header: {
  readonly path: string;
  readonly type: "0" | "5" | "x";
  readonly mode: number;
  readonly size: number;
}): EncodedHeader {
  const block = new Uint8Array(BLOCK);
  const path = encoder.encode(header.path);
  const split = splitPath(path);
  const sizeFits = header.size <= MAX_OCTAL_SIZE;
  block.set(path.subarray(split ?? 0).subarray(0, NAME_BYTES), 0);
  if (split !== null && split > 0) block.set(path.subarray(0, split - 1), 345);
  putText(block, 100, `${octal(header.mode, 7)}\0`);
  putText(block, 108, "0000000\u00000000000\0");
  putText(block, 124, `${octal(sizeFits ? header.size : 0, 11)}\0`);
  putText(block, 136, "00000000000\0");
  putText(block, 156, header.type);
  putText(block, 257, "ustar\u000000");
  putText(block, 329, "0000000\u00000000000\0");
  putText(block, 148, `${octal(checksum(block), 6)}\0 `);
  // ustar does not declare an encoding; pax is always UTF-8, so every name beyond ASCII gets a record.
  const isAscii = path.length === header.path.length;
  return { block, pathFits: split !== null && isAscii, sizeFits };
}

/** Offset of the name field's part: 0 when no prefix is needed, null when the path cannot be split. */
function splitPath(path: Uint8Array): number | null {
  if (path.length <= NAME_BYTES) return 0;
  // The path is split at a slash, but not at the final slash of a folder.
  const slash = path.indexOf(0x2f, path.length - NAME_BYTES - 1);
  return slash > 0 && slash <= PREFIX_BYTES && slash < path.length - 1 ? slash + 1 : null;
}

function putText(block: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index++) block[at + index] = text.charCodeAt(index);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

/** The sum of a header's bytes, with the checksum field itself counted as spaces. */
function checksum(block: Uint8Array): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < 148; at++) sum += block[at] ?? 0;
  for (let at = 156; at < BLOCK; at++) sum += block[at] ?? 0;
  return sum;
}

/**
 * Parses a header block; null for a block of zeros. Anything but ustar and GNU tar is refused.
 */
export function decodeHeader(block: Uint8Array): TarHeader | null {
  if (isZero(block)) return null;
  if (readOctal(block, 148, 8) !== checksum(block))
    throw damagedArchive("the checksum of a header is wrong");
  const magic = latin1(block, 257, 8);
  const isGnu = magic === "ustar  \0";
  if (!isGnu && magic !== "ustar\u000000")
    throw damagedArchive("a header is neither ustar nor GNU tar");
  return {
    // GNU tar uses the bytes of the ustar prefix for other fields.
    name: isGnu ? field(block, 0, NAME_BYTES) : nameWithPrefix(block),
    type: String.fromCharCode(block[156] ?? 0),
    mode: readOctal(block, 100, 8),
    size: readSize(block),
  };
}

/** Whether every byte is zero. */
export function isZero(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0) return false;
  return true;
}

function nameWithPrefix(block: Uint8Array): Uint8Array {
  const name = field(block, 0, NAME_BYTES);
  const prefix = field(block, 345, PREFIX_BYTES);
  return prefix.length === 0 ? name : Buffer.concat([prefix, encoder.encode("/"), name]);
}

function field(block: Uint8Array, at: number, length: number): Uint8Array {
  const bytes = block.subarray(at, at + length);
  const end = bytes.indexOf(0);
  if (end === -1) return bytes;
  // Bytes after the NUL are kept, so that the name is refused: two readers could see two different names.
  return isZero(bytes.subarray(end)) ? bytes.subarray(0, end) : bytes;
}

function readSize(block: Uint8Array): number {
  if (((block[124] ?? 0) & 0x80) === 0) return readOctal(block, 124, 12);
  // GNU tar writes sizes from 8 GiB as a big-endian number after a marker bit.
  let size = (block[124] ?? 0) & 0x7f;
  for (let at = 125; at < 136; at++) size = size * 256 + (block[at] ?? 0);
  if (!Number.isSafeInteger(size)) throw damagedArchive("the size of a member is out of range");
  return size;
}

function readOctal(block: Uint8Array, at: number, length: number): number {
  const text = latin1(block, at, length);
  // regex: a field has at most 12 bytes.
  const digits = /^ *([0-7]*)[ \0]*$/.exec(text)?.[1];
  if (digits === undefined) throw damagedArchive("a number in a header is not octal");
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

function latin1(block: Uint8Array, at: number, length: number): string {
  return Buffer.from(block.buffer, block.byteOffset + at, length).toString("latin1");
}

/** The error for an archive that violates its own format. */
export function damagedArchive(state: string): HoldallError {
  return new HoldallError("E_ARCHIVE", `Cannot read the archive: ${state}`, {
    cure: "get a new copy; this one is damaged or not a .tar.gz archive",
  });
}
