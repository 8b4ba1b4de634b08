/**
 * Unpacks a `.zip`. Every member is checked before anything is written: its name, its type, its size.
 * Only the directory at the end is believed; what lies between members is not looked at.
 */

import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import zlib from "node:zlib";
import { HoldallError } from "../base/errors.ts";
import { decodeUtf8, excerpt } from "../base/text/text.ts";
import { createNameGuard, type NameGuardOptions } from "../bundles/tar/name-guard.ts";
import { type ArchiveLimits, RATIO_FLOOR } from "../bundles/tar/quota.ts";
import { toIoError } from "./io-error.ts";
import type { UnpackResult } from "./unpack.ts";

const END_MAGIC = 0x06054b50;
const CENTRAL_MAGIC = 0x02014b50;
const LOCAL_MAGIC = 0x04034b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const CHUNK = 256 * 1024;

interface Member {
  readonly path: string;
  readonly isFolder: boolean;
  readonly mode: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** Unpacks a `.zip` into a folder that it creates; when it throws, the folder is removed again. */
export async function unzipArchive(
  file: string,
  folder: string,
  limits: ArchiveLimits,
  options: NameGuardOptions = {},
): Promise<UnpackResult> {
  const descriptor = fs.openSync(file, "r");
  try {
    const members = readDirectory(descriptor);
    const total = checkMembers(members, fs.fstatSync(descriptor).size, limits, options);
    fs.mkdirSync(folder, { mode: 0o755 });
    try {
      for (const member of members) await writeMember(member, descriptor, folder);
    } catch (error) {
      fs.rmSync(folder, { recursive: true, force: true });
      throw toIoError(error, `unpack "${file}"`);
    }
    const tops = new Set(members.map((member) => member.path.split("/", 1)[0] ?? ""));
    const [top = null] = tops;
    const isOne = tops.size === 1 && members.every((each) => each.path !== top || each.isFolder);
    const count = members.filter(({ isFolder }) => !isFolder).length;
    return { files: count, blobs: 0, bytes: total, topFolder: isOne ? top : null };
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Whether a `.zip` has this file, at its top or in its first folder. */
export function zipContains(file: string, name: string): boolean {
  const descriptor = fs.openSync(file, "r");
  try {
    return readDirectory(descriptor).some(
      (member) => !member.isFolder && member.path.replace(/^[^/]*\//, "") === name,
    );
  } catch (error) {
    throw toIoError(error, `read "${file}"`);
  } finally {
    fs.closeSync(descriptor);
  }
}

function damaged(state: string): HoldallError {
  return new HoldallError("E_ARCHIVE", `Cannot read the .zip: ${state}`);
}

function readAt(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (fs.readSync(descriptor, bytes, 0, length, at) !== length) throw damaged("it is truncated");
  return bytes;
}

/** Largest directory that is read: about a million usual names. */
const MAX_DIRECTORY = 128 * 1024 * 1024;

function readDirectory(descriptor: number): Member[] {
  const { size } = fs.fstatSync(descriptor);
  const tail = readAt(
    descriptor,
    Math.max(0, size - END_SIZE - MAX_COMMENT),
    Math.min(size, END_SIZE + MAX_COMMENT),
  );
  let end = tail.length - END_SIZE;
  while (end >= 0 && tail.readUInt32LE(end) !== END_MAGIC) end--;
  if (end < 0) throw damaged("it has no directory");
  const count = tail.readUInt16LE(end + 10);
  const bytes = tail.readUInt32LE(end + 12);
  if (count === 0xffff || bytes > MAX_DIRECTORY) throw damaged("it is too large; use a .tar.gz");
  const directory = readAt(descriptor, tail.readUInt32LE(end + 16), bytes);
  const members: Member[] = [];
  for (let at = 0; members.length < count; ) {
    if (at + 46 > bytes || directory.readUInt32LE(at) !== CENTRAL_MAGIC) {
      throw damaged("its directory is damaged");
    }
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
    const end = at + 46 + (name ?? 0);
    members.push(memberOf(directory, at, decodeUtf8(directory.subarray(at + 46, end))));
    at = end + (extra ?? 0) + (comment ?? 0);
  }
  return members;
}

function memberOf(directory: Buffer, at: number, name: string | null): Member {
  if (name === null) throw new HoldallError("E_ARCHIVE_PATH", "Cannot unpack: a name is not UTF-8");
  const attributes = directory.readUInt32LE(at + 38) >>> 16;
  const isFolder = name.endsWith("/");
  const type = attributes & 0o170000;
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) {
    throw new HoldallError(
      "E_ARCHIVE_TYPE",
      `Cannot unpack "${excerpt(name)}": not a file or folder`,
    );
  }
  if (directory.readUInt16LE(at + 8) & 1) throw damaged(`"${excerpt(name)}" is encrypted`);
  return {
    path: isFolder ? name.slice(0, -1) : name,
    isFolder,
    mode: attributes & 0o111 ? 0o755 : 0o644,
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    packed: directory.readUInt32LE(at + 20),
    size: directory.readUInt32LE(at + 24),
    at: directory.readUInt32LE(at + 42),
  };
}

/** Checks every member before anything is written; returns the bytes of all. */
function checkMembers(
  members: readonly Member[],
  packedBytes: number,
  limits: ArchiveLimits,
  options: NameGuardOptions,
): number {
  const guard = createNameGuard(options);
  let bytes = 0;
  for (const { path: name, isFolder, size, method } of members) {
    const fault = guard.claim(name, isFolder ? "folder" : "file");
    if (fault) {
      const code = fault.kind === "protected" ? "E_PROTECTED" : "E_ARCHIVE_PATH";
      throw new HoldallError(code, `Cannot unpack "${excerpt(name)}": it ${fault.state}`);
    }
    if (method !== 0 && method !== 8)
      throw damaged(`"${excerpt(name)}" is compressed in an unknown way`);
    bytes += size;
  }
  requireWithin("members", members.length, limits.members);
  requireWithin("unpackedBytes", bytes, limits.unpackedBytes);
  if (bytes > RATIO_FLOOR) requireWithin("ratio", Math.ceil(bytes / packedBytes), limits.ratio);
  return bytes;
}

function requireWithin(what: keyof ArchiveLimits, actual: number, limit: number): void {
  if (actual <= limit) return;
  throw new HoldallError("E_LIMIT", `Cannot unpack: its ${what} is ${actual}, limit ${limit}`, {
    cure: `use --limit ${what}=${actual} if you trust the archive`,
  });
}

async function writeMember(member: Member, descriptor: number, folder: string): Promise<void> {
  const target = path.join(folder, member.path);
  if (member.isFolder) {
    fs.mkdirSync(target, { recursive: true });
    return;
  }
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const out = fs.openSync(target, "wx", member.mode);
  let crc = 0;
  let size = 0;
  try {
    for await (const piece of contentOf(member, descriptor)) {
      size += piece.length;
      // More than it declares: the rest is not worth reading.
      if (size > member.size) throw damaged(`"${excerpt(member.path)}" is longer than declared`);
      crc = zlib.crc32(piece, crc);
      fs.writeFileSync(out, piece);
    }
  } catch (error) {
    if (error instanceof HoldallError) throw error;
    throw damaged(`"${excerpt(member.path)}" cannot be decompressed`);
  } finally {
    fs.closeSync(out);
  }
  if (size !== member.size || crc !== member.crc)
    throw damaged(`"${excerpt(member.path)}" is damaged`);
}

function contentOf(member: Member, descriptor: number): AsyncIterable<Buffer> {
  const local = readAt(descriptor, member.at, 30);
  if (local.readUInt32LE(0) !== LOCAL_MAGIC) throw damaged("its directory is damaged");
  const start = member.at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const chunks = chunksOf(descriptor, start, member.packed);
  return member.method === 0 ? chunks : Readable.from(chunks).pipe(zlib.createInflateRaw());
}

async function* chunksOf(
  descriptor: number,
  start: number,
  length: number,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += CHUNK) {
    yield readAt(descriptor, start + at, Math.min(CHUNK, length - at));
  }
}
