/**
 * What goes into a bundle's archive, and in which order. The result is deterministic: entries
 * sorted by bytes, no folders that paths imply, sums last. Every name is checked for all systems
 * before its bytes are read, so that an archive that could not be unpacked elsewhere is never
 * written.
 */

import type { Hash } from "node:crypto";
import { HoldallError } from "../base/errors.ts";
import {
  compareBytes,
  type FileEntry,
  type FileSet,
  memoryEntry,
  withPath,
} from "../base/file-set.ts";
import { createFindings } from "../base/findings.ts";
import { createSha256, sha256 } from "../base/hash.ts";
import { excerpt } from "../base/text/text.ts";
import { type Limits, widestLimits } from "../formats/limits.ts";
import { formatSum, isSummed, SUMS_FILE } from "./sums.ts";
import { openSumsCheck, type SumsCheck } from "./sums-check.ts";
import { createNameGuard, type NameGuard } from "./tar/name-guard.ts";

/** A file that was added to an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** How a bundle is put into an archive. */
export interface ArchiveOptions {
  /** Limits for reading the bundle's own sums. */
  readonly limits?: Limits;
  /** Whether sums are added to a bundle without them (default: true). */
  readonly addSums?: boolean;
  /** Called for each file after it was read, SHA256SUMS last. */
  readonly onFile?: (file: ArchivedFile) => void;
}

/**
 * The members of a bundle's archive, in order: files and empty folders sorted by bytes, then
 * SHA256SUMS. The sums come last because every file must be read first; so each file is read only
 * once, and existing sums come out unchanged.
 */
export async function* archiveEntries(
  files: FileSet,
  topFolder: string,
  options: ArchiveOptions,
): AsyncGenerator<FileEntry> {
  const guard = createNameGuard();
  refuseTopFolder(topFolder);
  const sums = await startSums(files, options);
  for await (const entry of withoutImpliedFolders(files.entries())) {
    refuseName(entry, guard);
    if (entry.path === SUMS_FILE) continue;
    const path = `${topFolder}/${entry.path}`;
    if (entry.kind !== "file") {
      yield withPath(entry, path);
      continue;
    }
    const { size } = entry;
    const hashing = hashed(entry, size);
    yield withPath(entry, path, { read: hashing.read });
    const digest = hashing.digest();
    if (isSummed(entry.path)) await sums.add(entry.path, digest);
    options.onFile?.({ path: entry.path, size, sha256: digest });
  }
  const list = await sums.finish();
  if (!list) return;
  yield withPath(list, `${topFolder}/${SUMS_FILE}`);
  options.onFile?.({ path: SUMS_FILE, ...(await list.digest()) });
}

function refuseTopFolder(topFolder: string): void {
  const isOneName = !topFolder.includes("/");
  const fault = isOneName
    ? createNameGuard().claim(topFolder, "folder")?.state
    : "contains a slash";
  if (fault) {
    throw new HoldallError(
      "E_PATH",
      `Cannot use "${excerpt(topFolder)}" as the top folder of the archive: the name ${fault}`,
    );
  }
}

const codes = { name: "E_PATH", limit: "E_LIMIT", protected: "E_PROTECTED" } as const;

/**
 * A name that the disk could not decode arrives with replacement characters; archiving it would
 * rename the file.
 */
function refuseName({ path, kind }: FileEntry, guard: NameGuard): void {
  if (kind === "other" && path.includes("\ufffd")) {
    throw new HoldallError("E_PATH", `Cannot archive "${excerpt(path)}": the name is not UTF-8`);
  }
  const fault = guard.claim(path, kind === "folder" ? "folder" : "file");
  if (fault) {
    const subject = fault.kind === "protected" ? "it" : "the name";
    throw new HoldallError(
      codes[fault.kind],
      `Cannot archive "${excerpt(path)}": ${subject} ${fault.state}`,
      { cure: fault.cure ?? "rename it, so that every system can unpack the archive" },
    );
  }
}

/**
 * Leaves out folders that are not empty: the paths below imply them, and a file set in memory has no
 * folders at all, so that both give the same archive.
 */
async function* withoutImpliedFolders(
  entries: AsyncIterable<FileEntry>,
): AsyncGenerator<FileEntry> {
  let pending: FileEntry[] = [];
  for await (const entry of entries) {
    const still: FileEntry[] = [];
    for (const folder of pending) {
      if (entry.path.startsWith(`${folder.path}/`)) continue;
      if (compareBytes(sortKey(folder), sortKey(entry)) < 0) yield folder;
      else still.push(folder);
    }
    pending = still;
    if (entry.kind !== "folder") yield entry;
    else pending.push(entry);
    if (pending.length > 1) pending.sort((a, b) => compareBytes(sortKey(a), sortKey(b)));
  }
  yield* pending;
}

/** A folder sorts by its name in the archive, which ends in a slash. */
function sortKey({ path, kind }: FileEntry): string {
  return kind === "folder" ? `${path}/` : path;
}

const EMPTY = sha256("");

function hashed(entry: FileEntry, size: number) {
  let digest = EMPTY;
  async function* read(): AsyncGenerator<Uint8Array> {
    let running: Hash | undefined;
    for await (const chunk of entry.read()) {
      if (chunk.length === size) {
        // Most files come in one piece, and hashing it in one call is far cheaper.
        digest = sha256(chunk);
      } else {
        running ??= createSha256();
        running.update(chunk);
      }
      yield chunk;
    }
    if (running) digest = running.digest("hex");
  }
  return { read, digest: () => digest };
}

interface SumsInArchive {
  add(path: string, digest: string): Promise<void>;
  /** The list to add to the archive, if any. */
  finish(): Promise<FileEntry | null>;
}

/**
 * Existing sums are kept and compared while the files pass by; a mismatch refuses the archive at
 * its end.
 */
async function startSums(files: FileSet, options: ArchiveOptions): Promise<SumsInArchive> {
  const findings = createFindings("strict");
  const { limits = widestLimits, addSums = true } = options;
  const check = await openSumsCheck(files, { findings, limits });
  const own = await files.get(SUMS_FILE);
  const refuse = () => {
    if (findings.errorCount() === 0) return;
    throw new HoldallError(
      "E_SUMS",
      `Cannot archive the bundle: its files do not match ${SUMS_FILE}`,
      {
        cure: `restore the files, or delete ${SUMS_FILE} to have it created again`,
        findings: findings.list(),
      },
    );
  };
  if (check && own) return checkedSums(check, own, refuse);
  refuse();
  return addSums ? newSums() : NO_SUMS;
}

const NO_SUMS: SumsInArchive = { add: async () => {}, finish: async () => null };

function checkedSums(check: SumsCheck, own: FileEntry, refuse: () => void): SumsInArchive {
  return {
    add: async (path, digest) => {
      const expected = await check.expect(path);
      if (expected) check.compare(expected, digest);
    },
    finish: async () => {
      await check.finish();
      refuse();
      return own;
    },
  };
}

/** Lines kept as text before they are encoded as bytes, which take half the memory. */
const BATCH = 4096;

function newSums(): SumsInArchive {
  const encoded: Buffer[] = [];
  let lines: string[] = [];
  const encode = () => {
    encoded.push(Buffer.from(lines.join("")));
    lines = [];
  };
  return {
    add: async (path, digest) => {
      lines.push(formatSum({ path, sha256: digest }));
      if (lines.length === BATCH) encode();
    },
    finish: async () => {
      encode();
      return memoryEntry(SUMS_FILE, Buffer.concat(encoded));
    },
  };
}
