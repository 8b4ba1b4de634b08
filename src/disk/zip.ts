/**
 * Writes the `.zip` of a bundle. Reproducible: the same content gives the same bytes, since times are
 * fixed, names are sorted and modes are one of two.
 */

import fs from "node:fs";
import zlib from "node:zlib";
import { HoldallError } from "../base/errors.ts";
import { batchesOf, type FileEntry, type FileSet } from "../base/file-set.ts";
import { createNameGuard } from "../bundles/tar/name-guard.ts";
import type { PackResult } from "./pack.ts";

/** 1 January 1980, the first day that the format knows. */
const DOS_DATE = 0x21;
/** Names are UTF-8; sizes follow the data, so that a file is read once. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const MAX_BYTES = 0xffff_fffe;
const MAX_MEMBERS = 0xfffe;

interface Member {
  readonly name: Buffer;
  readonly mode: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** Writes the `.zip` of a bundle to a new file; when it throws, the file is removed again. */
export async function zipFolder(
  files: FileSet,
  topFolder: string,
  outFile: string,
): Promise<PackResult> {
  const descriptor = fs.openSync(outFile, "wx", 0o644);
  try {
    const packedBytes = await writeZip(files, topFolder, descriptor);
    return packedBytes;
  } catch (error) {
    fs.rmSync(outFile, { force: true });
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

async function writeZip(files: FileSet, top: string, descriptor: number): Promise<PackResult> {
  const members: Member[] = [];
  const guard = createNameGuard();
  let at = 0;
  const put = (bytes: Uint8Array) => {
    fs.writeFileSync(descriptor, bytes);
    at += bytes.length;
    if (at > MAX_BYTES) throw tooLarge("4 GiB");
  };
  for await (const batch of batchesOf(files)) {
    for (const entry of batch) {
      if (entry.kind === "folder") continue;
      requireFile(entry, guard.claim(entry.path, "file")?.state);
      if (members.length >= MAX_MEMBERS) throw tooLarge(`${MAX_MEMBERS} files`);
      const start = at;
      const name = Buffer.from(`${top}/${entry.path}`);
      put(localHeader(name));
      members.push({ name, at: start, ...(await putContent(entry, put)) });
    }
  }
  const start = at;
  for (const member of members) put(centralHeader(member));
  put(endOfDirectory(members.length, at - start, start));
  const bytes = members.reduce((sum, { size }) => sum + size, 0);
  return { files: members.length, blobs: 0, bytes, packedBytes: at };
}

function requireFile(entry: FileEntry, fault: string | undefined): void {
  if (entry.kind !== "file") {
    throw new HoldallError("E_LINK", `Cannot pack "${entry.path}": it is not a regular file`);
  }
  if (fault !== undefined)
    throw new HoldallError("E_PATH", `Cannot pack "${entry.path}": it ${fault}`);
}

function tooLarge(limit: string): HoldallError {
  return new HoldallError("E_LIMIT", `Cannot write the .zip: more than ${limit}`, {
    cure: "use a .tar.gz",
  });
}

async function putContent(entry: FileEntry, put: (bytes: Uint8Array) => void) {
  let crc = 0;
  let size = 0;
  let packed = 0;
  const mode = entry.mode & 0o111 ? 0o755 : 0o644;
  const deflate = zlib.createDeflateRaw({ level: 6 });
  const feed = (async () => {
    for await (const chunk of entry.read()) {
      crc = zlib.crc32(chunk, crc);
      size += chunk.length;
      if (!deflate.write(chunk)) await new Promise((done) => deflate.once("drain", done));
    }
    deflate.end();
  })().catch((error: unknown) => deflate.destroy(error instanceof Error ? error : undefined));
  for await (const piece of deflate) {
    packed += piece.length;
    put(piece);
  }
  await feed;
  put(numbers([4, 0x08074b50], [4, crc], [4, packed], [4, size]));
  return { mode, crc, packed, size };
}

/** Numbers in little-endian order, each with its width in bytes. */
function numbers(...fields: readonly (readonly [width: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of fields) at = bytes.writeUIntLE(value, at, width);
  return bytes;
}

function localHeader(name: Buffer): Buffer {
  const head = numbers(
    [4, 0x04034b50],
    [2, 20],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DOS_DATE],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  );
  return Buffer.concat([head, name]);
}

function centralHeader({ name, mode, crc, packed, size, at }: Member): Buffer {
  const head = numbers(
    [4, 0x02014b50],
    [2, (3 << 8) | 20], // Made on a system whose modes follow.
    [2, 20],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DOS_DATE],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, ((0o100000 | mode) << 16) >>> 0],
    [4, at],
  );
  return Buffer.concat([head, name]);
}

function endOfDirectory(count: number, size: number, at: number): Buffer {
  return numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, at],
    [2, 0],
  );
}
