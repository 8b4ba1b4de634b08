import { HoldallError } from "../../base/errors.ts";
import { formatNumber } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import { type ByteSource, createByteSource } from "./byte-source.ts";
import {
  checkMember,
  type ExtendedHeader,
  type MemberKind,
  memberName,
  memberSize,
} from "./check-member.ts";
import { BLOCK, damagedArchive, decodeHeader, isZero, type TarHeader } from "./header.ts";
import { createNameGuard, type NameGuardOptions } from "./name-guard.ts";
import { MAX_EXTENDED_BYTES, parsePax } from "./pax.ts";
import type { ArchiveQuota } from "./quota.ts";

/** Zeros that may follow the end: tar fills its last record, which was made for tapes. */
const MAX_PADDING = 1024 * 1024;

/** A file or folder of an archive whose name and declared size have been checked. */
export interface TarMember {
  readonly path: string;
  readonly kind: MemberKind;
  /** 0644 or 0755; all other permissions are dropped. */
  readonly mode: number;
  readonly size: number;
  /** The bytes; read them, if at all, before asking for the next member. */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * Reads a tar stream and refuses everything that a bundle never contains, each member before its
 * bytes. A refusal is thrown: `E_ARCHIVE_PATH`, `E_ARCHIVE_TYPE`, `E_PROTECTED`, `E_LIMIT`, or
 * `E_ARCHIVE` for damage.
 */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
  quota: ArchiveQuota,
  options: NameGuardOptions = {},
): AsyncGenerator<TarMember> {
  const source = createByteSource(chunks);
  const guard = createNameGuard(options);
  try {
    for (;;) {
      const found = await nextMember(source, quota);
      if (found === null) break;
      const member = checkMember(found.header, found.extended, guard);
      quota.countFolders(guard.folders());
      const content = contentOf(source, found.size);
      if (member) yield { ...member, size: found.size, read: content.read };
      await content.skip();
    }
    await expectEnd(source);
  } finally {
    await source.close();
  }
}

/**
 * Reports the name and size that each member of a tar stream declares, until `onMember` returns false.
 * Only the quota and the form of the headers are checked: for counting, never for unpacking.
 */
export async function scanTar(
  chunks: AsyncIterable<Uint8Array>,
  quota: ArchiveQuota,
  onMember: (path: string, size: number) => boolean,
): Promise<void> {
  const source = createByteSource(chunks);
  try {
    for (;;) {
      const found = await nextMember(source, quota);
      if (found === null) return;
      const path = Buffer.from(memberName(found)).toString("utf8");
      if (!onMember(path, found.size)) return;
      if (found.size > 0) await contentOf(source, found.size).skip();
    }
  } finally {
    await source.close();
  }
}

interface MemberHeader {
  readonly header: TarHeader;
  readonly extended: ExtendedHeader;
  readonly size: number;
}

/**
 * The next member with the extended headers before it: pax (`x`, `g`) or GNU long names (`L`, `K`).
 * Null at the first zero block.
 */
async function nextMember(source: ByteSource, quota: ArchiveQuota): Promise<MemberHeader | null> {
  let extended: ExtendedHeader = {};
  for (;;) {
    const block = source.readNow(BLOCK) ?? (await source.read(BLOCK));
    if (block.length < BLOCK) throw damagedArchive("it is truncated");
    const header = decodeHeader(block);
    if (header === null) {
      if (Object.keys(extended).length > 0)
        throw damagedArchive("an extended header is not followed by a member");
      return null;
    }
    if (!"xgLK".includes(header.type)) {
      quota.countMember();
      const size = memberSize(header, extended);
      quota.countBytes(size);
      return { header, extended, size };
    }
    extended = await extend(extended, header, { source, quota });
  }
}

async function extend(
  extended: ExtendedHeader,
  header: TarHeader,
  from: { readonly source: ByteSource; readonly quota: ArchiveQuota },
): Promise<ExtendedHeader> {
  if (header.type === "g") from.quota.countMember();
  from.quota.countBytes(header.size);
  const bytes = await readExtended(from.source, header.size);
  switch (header.type) {
    case "x":
      if (extended.pax) throw damagedArchive("a member has two pax headers");
      return { ...extended, pax: parsePax(bytes) };
    case "g":
      refuseGlobal(parsePax(bytes));
      return extended;
    case "L":
      if (extended.longName) throw damagedArchive("a member has two long names");
      return { ...extended, longName: withoutEnd(bytes) };
    default:
      if (extended.longLink) throw damagedArchive("a member has two long link names");
      return { ...extended, longLink: withoutEnd(bytes) };
  }
}

async function readExtended(source: ByteSource, size: number): Promise<Uint8Array> {
  if (size > MAX_EXTENDED_BYTES) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot unpack the archive: an extended header has ${formatNumber(size)} bytes, limit ${formatNumber(MAX_EXTENDED_BYTES)}`,
    );
  }
  const padded = Math.ceil(size / BLOCK) * BLOCK;
  const bytes = await source.read(padded);
  if (bytes.length < padded) throw damagedArchive("it is truncated");
  return bytes.subarray(0, size);
}

/** A global header may contain a comment, as those of git do, but must not override every member. */
function refuseGlobal(records: ReadonlyMap<string, Uint8Array>): void {
  for (const key of records.keys()) {
    if (/^(?:path|size|linkpath|GNU\.sparse.*)$/.test(key)) {
      throw damagedArchive(`a global header sets "${excerpt(key)}" for every member`);
    }
  }
}

/** GNU tar ends long names with a zero byte. */
function withoutEnd(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes;
}

/** Reads the bytes of one member, or skips what is left of them. */
function contentOf(source: ByteSource, size: number) {
  let left = size;
  async function* read(): AsyncGenerator<Uint8Array> {
    while (left > 0) {
      const part = await source.readSome(left);
      if (part.length === 0) throw damagedArchive("it is truncated");
      left -= part.length;
      yield part;
    }
  }
  async function skip(): Promise<void> {
    for await (const _ of read());
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if ((await source.read(padding)).length < padding) throw damagedArchive("it is truncated");
  }
  return { read, skip };
}

/**
 * After the first zero block there must be a second one and then only zeros: data after the end
 * would be invisible to this reader and visible to others.
 */
async function expectEnd(source: ByteSource): Promise<void> {
  const second = await source.read(BLOCK);
  if (second.length < BLOCK || !isZero(second)) throw damagedArchive("its end marker is missing");
  let padding = 0;
  for (;;) {
    const part = await source.readSome(BLOCK);
    if (part.length === 0) return;
    padding += part.length;
    if (padding > MAX_PADDING || !isZero(part))
      throw damagedArchive("it has extra data after its end");
  }
}
