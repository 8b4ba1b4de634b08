/**
 * What is known of many files, in columns and sorted by path. As bytes it is read and written faster than
 * the files can be looked at, which objects for each of them would not be.
 */

import { compareBytes } from "../../../base/file-set.ts";
import { createSha256 } from "../../../base/hash.ts";
import { type SortedFiles, VERSION_SIZE } from "./survey.ts";

/** Bits of `flags`. */
export const CLOSED = 1;
export const HAS_MODEL = 2;

const HASH_SIZE = 32;

/** A column has one value for each path; versions and hashes have several numbers. */
export interface CollectionTable {
  readonly paths: readonly string[];
  /** The paths as JSON. */
  readonly names: Uint8Array;
  readonly versions: Float64Array;
  /** Seconds since 1970. */
  readonly times: Float64Array;
  readonly flags: Uint8Array;
  readonly hashes: Uint8Array;
}

/** What a table has about one file. */
export interface TableRow {
  readonly time: number;
  readonly flags: number;
  readonly sha256: string;
}

/** A table of the files as they are now; `describe` is asked for those that are not the same in `before`. */
export function updateTable(
  before: CollectionTable | null,
  files: SortedFiles,
  describe: (path: string) => TableRow,
): CollectionTable {
  const { paths } = files;
  const after = emptyTable(files);
  let old = 0;
  let at = 0;
  while (at < paths.length) {
    const path = paths[at] ?? "";
    while (before !== null && isBefore(before.paths[old], path)) old++;
    const same = before === null ? 0 : countSame(before, old, after, at);
    if (before === null || same === 0) setRow(after, at, describe(path));
    else copyRows(before, old, { to: after, place: at, count: same });
    old += same;
    at += Math.max(same, 1);
  }
  return after;
}

function isBefore(one: string | undefined, other: string): boolean {
  return one !== undefined && one !== other && compareBytes(one, other) < 0;
}

function emptyTable({ paths, versions, isPlain }: SortedFiles): CollectionTable {
  return {
    // What `JSON.stringify` writes, faster where nothing is to be escaped.
    names: Buffer.from(
      isPlain && paths.length > 0 ? `["${paths.join('","')}"]` : JSON.stringify(paths),
    ),
    paths,
    versions,
    times: new Float64Array(paths.length),
    flags: new Uint8Array(paths.length),
    hashes: new Uint8Array(paths.length * HASH_SIZE),
  };
}

/** How many files from here on are the same in both tables. */
function countSame(one: CollectionTable, at: number, other: CollectionTable, place: number) {
  let count = 0;
  while (place + count < other.paths.length && isSame(one, at + count, other, place + count)) {
    count++;
  }
  return count;
}

function isSame(one: CollectionTable, at: number, other: CollectionTable, place: number): boolean {
  if (one.paths[at] !== other.paths[place]) return false;
  // What had not settled has a size that no file has, and counts as another one.
  if ((one.versions[at * VERSION_SIZE] ?? -1) < 0) return false;
  for (let part = 0; part < VERSION_SIZE; part++) {
    const number = other.versions[place * VERSION_SIZE + part];
    if (one.versions[at * VERSION_SIZE + part] !== number) return false;
  }
  return true;
}

interface RowsPlace {
  readonly to: CollectionTable;
  readonly place: number;
  readonly count: number;
}

function copyRows(from: CollectionTable, at: number, { to, place, count }: RowsPlace): void {
  to.times.set(from.times.subarray(at, at + count), place);
  to.flags.set(from.flags.subarray(at, at + count), place);
  const hashes = from.hashes.subarray(at * HASH_SIZE, (at + count) * HASH_SIZE);
  to.hashes.set(hashes, place * HASH_SIZE);
}

function setRow(table: CollectionTable, index: number, { time, flags, sha256 }: TableRow): void {
  table.times[index] = time;
  table.flags[index] = flags;
  table.hashes.set(Buffer.from(sha256, "hex"), index * HASH_SIZE);
}

/** A hash over the paths and the contents of all files. */
export function contentHash({ names, hashes }: CollectionTable): string {
  return createSha256().update(names).update(hashes).digest("hex");
}

/** A table as bytes: the length of its paths, the paths as JSON, the columns. */
export function encodeTable(table: CollectionTable): Uint8Array {
  const { names, versions, times, flags, hashes } = table;
  const length = new Uint8Array(Uint32Array.of(names.length).buffer);
  const numbers = [versions, times].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  return Buffer.concat([length, names, ...numbers, flags, hashes]);
}

/** The table of bytes that `encodeTable` wrote. */
export function decodeTable(bytes: Uint8Array): CollectionTable {
  let at = 0;
  const take = (length: number) => {
    const part = bytes.subarray(at, at + length);
    at += length;
    return part;
  };
  // Copies, because numbers must begin at a multiple of their size.
  const copy = (length: number) => new Uint8Array(take(length)).buffer;
  const [length = 0] = new Uint32Array(copy(4));
  const names = take(length);
  const paths = JSON.parse(new TextDecoder().decode(names)) as readonly string[];
  const numbers = (each: number) => new Float64Array(copy(paths.length * each * 8));
  return {
    paths,
    names,
    versions: numbers(VERSION_SIZE),
    times: numbers(1),
    flags: take(paths.length),
    hashes: take(paths.length * HASH_SIZE),
  };
}
