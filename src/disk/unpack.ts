import fs from "node:fs";
import path from "node:path";
import { isBlobPath } from "../base/blob-path.ts";
import { readArchive } from "../bundles/archive.ts";
import type { NameGuardOptions } from "../bundles/tar/name-guard.ts";
import type { ArchiveLimits } from "../bundles/tar/quota.ts";
import type { TarMember } from "../bundles/tar/read.ts";
import { ioError, toIoError } from "./io-error.ts";
import { notAFileError } from "./require-file.ts";

const CHUNK = 256 * 1024;
// An existing file is never opened: each one is created by this call or refused.
const CREATE =
  fs.constants.O_WRONLY |
  fs.constants.O_CREAT |
  fs.constants.O_EXCL |
  (fs.constants.O_NOFOLLOW ?? 0);
const CREATE_FOLDERS = { recursive: true, mode: 0o755 };

/** What was unpacked. */
export interface UnpackResult {
  readonly files: number;
  /** How many of the files are texts of a history. */
  readonly blobs: number;
  /** Bytes of these files. */
  readonly bytes: number;
  /** The one folder that contains everything; null when there are several or none. */
  readonly topFolder: string | null;
}

/** The folder of the bundle in an unpacked archive: its one top folder, or all of it. */
export function bundleRoot(folder: string, { topFolder }: UnpackResult): string {
  return topFolder === null ? folder : path.join(folder, topFolder);
}

/** What else happens while an archive is unpacked. */
export interface UnpackOptions extends NameGuardOptions {
  /** Reads the complete archive before anything is written, and throws to refuse it. */
  readonly check?: (chunks: AsyncIterable<Uint8Array>, packedBytes: number) => Promise<void>;
  readonly onProgress?: (done: UnpackResult) => void;
}

/**
 * Unpacks a `.tar.gz` into a folder that it creates, which only this user can enter until everything
 * was checked. When it throws, the folder is removed again and nothing else was touched.
 */
export async function unpackArchive(
  file: string,
  folder: string,
  limits: ArchiveLimits,
  { check, onProgress, ...guarding }: UnpackOptions = {},
): Promise<UnpackResult> {
  const archive = openArchive(file);
  try {
    await check?.(archive.chunks(), archive.size);
    const finalMode = createFolder(folder);
    try {
      const members = readArchive(archive.chunks(), limits, archive.size, guarding);
      const result = await writeMembers(members, folder, onProgress);
      fs.chmodSync(folder, finalMode);
      return result;
    } catch (error) {
      fs.rmSync(folder, { recursive: true, force: true });
      // The folder has a temporary name, so the message names the archive instead.
      throw toIoError(error, `unpack "${file}"`);
    }
  } finally {
    archive.close();
  }
}

function openArchive(file: string) {
  const descriptor = open(file);
  const { size } = fs.fstatSync(descriptor);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    // An explicit position, so that the archive can be read more than once.
    for (let at = 0; ; ) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const length = fs.readSync(descriptor, chunk, 0, CHUNK, at);
      if (length === 0) return;
      at += length;
      yield chunk.subarray(0, length);
    }
  }
  return { size, chunks, close: () => fs.closeSync(descriptor) };
}

function open(file: string): number {
  let descriptor: number | undefined;
  try {
    // Non-blocking, so that a pipe in the archive's place cannot hang the reader.
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    if (fs.fstatSync(descriptor).isFile()) return descriptor;
  } catch (cause) {
    throw ioError(cause, `read "${file}"`);
  }
  fs.closeSync(descriptor);
  throw notAFileError({ typed: file, doing: "read" }, "it is not a regular file");
}

/** Creates the folder for this user alone and returns the mode that it will have in the end. */
function createFolder(folder: string): number {
  try {
    fs.mkdirSync(folder, { mode: 0o755 });
  } catch (cause) {
    throw ioError(cause, `create the folder "${folder}"`);
  }
  const { mode } = fs.lstatSync(folder);
  fs.chmodSync(folder, 0o700);
  return mode & 0o777;
}

async function writeMembers(
  members: AsyncIterable<TarMember>,
  folder: string,
  onProgress: UnpackOptions["onProgress"],
): Promise<UnpackResult> {
  let done: UnpackResult = { files: 0, blobs: 0, bytes: 0, topFolder: null };
  let isFirst = true;
  let lastFolder = "";
  for await (const member of members) {
    const top = topOf(member);
    const topFolder = isFirst || top === done.topFolder ? top : null;
    isFirst = false;
    const isFile = member.kind === "file";
    const needed = isFile ? parentOf(member.path) : member.path;
    // Members of one folder usually follow each other, so that each folder is created once.
    if (needed !== lastFolder) fs.mkdirSync(path.join(folder, needed), CREATE_FOLDERS);
    lastFolder = needed;
    if (isFile) await writeMember(member, path.join(folder, member.path));
    const files = done.files + (isFile ? 1 : 0);
    const blobs = done.blobs + (isFile && isBlobPath(member.path) ? 1 : 0);
    done = { files, blobs, bytes: done.bytes + member.size, topFolder };
    onProgress?.(done);
  }
  return done;
}

function topOf({ path: relative, kind }: TarMember): string | null {
  const slash = relative.indexOf("/");
  if (slash === -1) return kind === "folder" ? relative : null;
  return relative.slice(0, slash);
}

function parentOf(relative: string): string {
  return relative.slice(0, Math.max(0, relative.lastIndexOf("/")));
}

async function writeMember(member: TarMember, target: string): Promise<void> {
  const descriptor = fs.openSync(target, CREATE, member.mode);
  try {
    for await (const part of member.read()) fs.writeFileSync(descriptor, part);
  } finally {
    fs.closeSync(descriptor);
  }
}
