import { HoldallError } from "../../base/errors.ts";
import { decodeUtf8, excerpt } from "../../base/text.ts";
import type { Allowance } from "./allowance.ts";
import { type ByteSource, byteSource } from "./byte-source.ts";
import { BLOCK, damaged, decodeHeader, isZero, type TarHeader } from "./header.ts";
import { createNameGuard, type NameGuard } from "./name-guard.ts";
import { MAX_EXTENSION, parsePax } from "./pax.ts";

/** Zeros after the end that are taken for the filling of a tape record. */
const MAX_FILLING = 1024 * 1024;

/** A file or folder of an archive whose name and announced size were found harmless. */
export interface TarMember {
  readonly path: string;
  readonly kind: "file" | "folder";
  /** 0644 or 0755: nothing else is taken over. */
  readonly mode: number;
  readonly size: number;
  /** The bytes; to be read, if at all, before the next member is asked for. */
  read(): AsyncIterable<Uint8Array>;
}

/** What the headers before a member say about it. */
interface Extension {
  readonly pax?: ReadonlyMap<string, Uint8Array>;
  readonly longName?: Uint8Array;
  readonly longLink?: Uint8Array;
}

/**
 * Reads a tar stream and refuses everything a bundle never holds, each member before its bytes.
 * What was refused is thrown: `E_ARCHIVE_PATH`, `E_ARCHIVE_TYPE`, `E_LIMIT`, or `E_ARCHIVE` for damage.
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
      const member = judge(found.header, found.extension, guard);
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

function sizeOf(header: TarHeader, extension: Extension): number {
  const record = extension.pax?.get("size");
  if (record === undefined) return header.size;
  const text = decodeUtf8(record) ?? "";
  if (!/^\d{1,15}$/.test(text)) throw damaged("a member's size is not a number");
  return Number(text);
}

/** The member without its bytes; null for the top folder itself, which every archive implies. */
function judge(
  header: TarHeader,
  extension: Extension,
  guard: NameGuard,
): Pick<TarMember, "path" | "kind" | "mode"> | null {
  const name = extension.pax?.get("path") ?? extension.longName ?? header.name;
  const text = decodeUtf8(name);
  if (text === null) throw badName(Buffer.from(name).toString("latin1"), "is not UTF-8");
  const kind = kindOf(header.type, extension, text);
  if (kind === "folder" && sizeOf(header, extension) > 0) throw damaged("a folder has a size");
  const path = kind === "folder" ? text.replace(/\/$/, "") : text;
  if (kind === "folder" && path === ".") return null;
  const inside = path.startsWith("./") ? path.slice(2) : path;
  const fault = guard.take(inside, kind);
  if (fault) throw badName(text, fault.state, fault.limit);
  return { path: inside, kind, mode: kind === "folder" || header.mode & 0o111 ? 0o755 : 0o644 };
}

function kindOf(type: string, extension: Extension, name: string): "file" | "folder" {
  const keys = [...(extension.pax?.keys() ?? [])];
  const isSparse = keys.some((key) => key.startsWith("GNU.sparse"));
  if ((type === "0" || type === "\0") && !isSparse) return "file";
  if (type === "5") return "folder";
  throw new HoldallError(
    "E_ARCHIVE_TYPE",
    `Cannot unpack "${excerpt(name)}": it is ${isSparse ? "a sparse file" : typeName(type)}`,
    { cure: "make the archive anew without it" },
  );
}

function typeName(type: string): string {
  const names: Readonly<Record<string, string>> = {
    1: "a hard link",
    2: "a symbolic link",
    3: "a device",
    4: "a device",
    6: "a pipe",
    S: "a sparse file",
  };
  return names[type] ?? `of the unknown type "${excerpt(type)}"`;
}

function badName(name: string, state: string, limit = false): HoldallError {
  return new HoldallError(
    limit ? "E_LIMIT" : "E_ARCHIVE_PATH",
    `Cannot unpack "${excerpt(name)}": the name ${state}`,
  );
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
