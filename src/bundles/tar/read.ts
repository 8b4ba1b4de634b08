import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text.ts";
import type { Allowance } from "./allowance.ts";
import { type ByteSource, byteSource } from "./byte-source.ts";
import { BLOCK, damaged, decodeHeader, isZero, type TarHeader } from "./header.ts";
import { type Extension, judgeMember, type MemberKind, sizeOf } from "./judge-member.ts";
import { createNameGuard } from "./name-guard.ts";
import { MAX_EXTENSION, parsePax } from "./pax.ts";

/** Zeros after the end that are taken for the filling of a tape record. */
const MAX_FILLING = 1024 * 1024;

/** A file or folder of an archive whose name and announced size were found harmless. */
export interface TarMember {
  readonly path: string;
  readonly kind: MemberKind;
  /** 0644 or 0755: nothing else is taken over. */
  readonly mode: number;
  readonly size: number;
  /** The bytes; to be read, if at all, before the next member is asked for. */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * Reads a tar stream and refuses everything a bundle never holds, each member before its bytes.
 * What was refused is thrown: `E_ARCHIVE_PATH`, `E_ARCHIVE_TYPE`, `E_LIMIT`, or `E_ARCHIVE` for
 * damage.
 */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
  allowance: Allowance,
): AsyncGenerator<TarMember> {
  const source = byteSource(chunks);
  const guard = createNameGuard();
  try {
    for (;;) {
      const found = await nextMember(source, allowance);
      if (found === null) break;
      const member = judgeMember(found.header, found.extension, guard);
      allowance.folders(guard.folders());
      const content = contentOf(source, found.size);
      if (member) yield { ...member, size: found.size, read: content.read };
      await content.skip();
    }
    await expectEnd(source);
  } finally {
    await source.close();
  }
}

interface Found {
  readonly header: TarHeader;
  readonly extension: Extension;
  readonly size: number;
}

async function nextMember(source: ByteSource, allowance: Allowance): Promise<Found | null> {
  let extension: Extension = {};
  for (;;) {
    const block = await source.take(BLOCK);
    if (block.length < BLOCK) throw damaged("it ends in the middle");
    const header = decodeHeader(block);
    if (header === null) {
      if (Object.keys(extension).length > 0) throw damaged("a header belongs to no member");
      return null;
    }
    if (!"xgLK".includes(header.type)) {
      allowance.member();
      const size = sizeOf(header, extension);
      allowance.bytes(size);
      return { header, extension, size };
    }
    extension = await extend(extension, header, { source, allowance });
  }
}

async function extend(
  extension: Extension,
  header: TarHeader,
  from: { readonly source: ByteSource; readonly allowance: Allowance },
): Promise<Extension> {
  if (header.type === "g") from.allowance.member();
  from.allowance.bytes(header.size);
  const bytes = await readExtension(from.source, header.size);
  switch (header.type) {
    case "x":
      if (extension.pax) throw damaged("a member has two pax headers");
      return { ...extension, pax: parsePax(bytes) };
    case "g":
      refuseGlobal(parsePax(bytes));
      return extension;
    case "L":
      if (extension.longName) throw damaged("a member has two long names");
      return { ...extension, longName: withoutEnd(bytes) };
    default:
      if (extension.longLink) throw damaged("a member has two long link names");
      return { ...extension, longLink: withoutEnd(bytes) };
  }
}

async function readExtension(source: ByteSource, size: number): Promise<Uint8Array> {
  if (size > MAX_EXTENSION) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot unpack the archive: a header of ${size} bytes, limit ${MAX_EXTENSION}`,
    );
  }
  const padded = Math.ceil(size / BLOCK) * BLOCK;
  const bytes = await source.take(padded);
  if (bytes.length < padded) throw damaged("it ends in the middle");
  return bytes.subarray(0, size);
}

/** A global header may hold a comment, as those of git do, but not decide about every member. */
function refuseGlobal(records: ReadonlyMap<string, Uint8Array>): void {
  for (const key of records.keys()) {
    if (/^(?:path|size|linkpath|GNU\.sparse.*)$/.test(key)) {
      throw damaged(`a global header sets "${excerpt(key)}" for every member`);
    }
  }
}

function withoutEnd(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes;
}

/** The bytes of one member, and what is left of them. */
function contentOf(source: ByteSource, size: number) {
  let left = size;
  async function* read(): AsyncGenerator<Uint8Array> {
    while (left > 0) {
      const part = await source.takeSome(left);
      if (part.length === 0) throw damaged("it ends in the middle");
      left -= part.length;
      yield part;
    }
  }
  async function skip(): Promise<void> {
    for await (const _ of read());
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if ((await source.take(padding)).length < padding) throw damaged("it ends in the middle");
  }
  return { read, skip };
}

async function expectEnd(source: ByteSource): Promise<void> {
  const second = await source.take(BLOCK);
  if (second.length < BLOCK || !isZero(second)) throw damaged("its end is missing");
  let filling = 0;
  for (;;) {
    const part = await source.takeSome(BLOCK);
    if (part.length === 0) return;
    filling += part.length;
    if (filling > MAX_FILLING || !isZero(part)) throw damaged("something follows its end");
  }
}
