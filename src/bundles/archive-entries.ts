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
import { excerpt } from "../base/text.ts";
import { type Limits, widestLimits } from "../formats/limits.ts";
import { formatSum, isSummed, SUMS_FILE } from "./sums.ts";
import { openSumsCheck, type SumsCheck } from "./sums-check.ts";
import { createNameGuard, isWorkspacePath, type NameGuard } from "./tar/name-guard.ts";

/** A file that went into an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** How a bundle is put into an archive. */
export interface ArchiveOptions {
  /** How much of the bundle's own sums is read. */
  readonly limits?: Limits;
  /** Whether a bundle without sums gets them; true unless said otherwise. */
  readonly addSums?: boolean;
  /** Told of each file after it was read, SHA256SUMS last. */
  readonly onFile?: (file: ArchivedFile) => void;
}

/**
 * What an archive of a bundle holds, in its order: files and empty folders sorted by bytes, then
 * SHA256SUMS. The sums stand last because only then is every file read; so each is read once, and
 * sums that were there come out the same.
 */
export async function* archiveEntries(
  files: FileSet,
  topFolder: string,
  options: ArchiveOptions,
): AsyncGenerator<FileEntry> {
  const guard = createNameGuard();
  refuseTopFolder(topFolder);
  const sums = await startSums(files, options);
  for await (const entry of withoutFullFolders(files.entries())) {
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
  const fault = isOneName ? createNameGuard().take(topFolder, "folder")?.state : "has a slash";
  if (fault) {
    throw new HoldallError(
      "E_PATH",
      `Cannot name the archive's top folder "${excerpt(topFolder)}": the name ${fault}`,
    );
  }
}

function refuseName({ path, kind }: FileEntry, guard: NameGuard): void {
  if (isWorkspacePath(path)) {
    throw new HoldallError("E_PROTECTED", `Cannot archive "${excerpt(path)}": it is a workspace`, {
      cure: "export what you want to share; a workspace holds everything, unredacted",
    });
  }
  if (kind === "other" && path.includes("\ufffd")) {
    throw new HoldallError("E_PATH", `Cannot archive "${excerpt(path)}": the name is not UTF-8`);
  }
  const fault = guard.take(path, kind === "folder" ? "folder" : "file");
  if (fault) {
    throw new HoldallError(
      fault.limit ? "E_LIMIT" : "E_PATH",
      `Cannot archive "${excerpt(path)}": the name ${fault.state}`,
      { cure: "rename it; every system must be able to unpack the archive" },
    );
  }
}

/**
 * Leaves out folders that hold something: the paths below imply them, and a set in memory has none.
 */
async function* withoutFullFolders(entries: AsyncIterable<FileEntry>): AsyncGenerator<FileEntry> {
  let waiting: FileEntry[] = [];
  for await (const entry of entries) {
    const still: FileEntry[] = [];
    for (const folder of waiting) {
      if (entry.path.startsWith(`${folder.path}/`)) continue;
      if (compareBytes(sortKey(folder), sortKey(entry)) < 0) yield folder;
      else still.push(folder);
    }
    waiting = still;
    if (entry.kind !== "folder") yield entry;
    else waiting.push(entry);
    if (waiting.length > 1) waiting.sort((a, b) => compareBytes(sortKey(a), sortKey(b)));
  }
  yield* waiting;
}

/** A folder's place is that of its name in the archive, which ends in a slash. */
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
        // Hashing in one call is far cheaper, and most files come in one piece.
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
  /** The list to put into the archive. */
  finish(): Promise<FileEntry | null>;
}

async function startSums(files: FileSet, options: ArchiveOptions): Promise<SumsInArchive> {
  const findings = createFindings("strict");
  const { limits = widestLimits, addSums = true } = options;
  const check = await openSumsCheck(files, { findings, limits });
  const own = await files.get(SUMS_FILE);
  const refuse = () => {
    if (findings.errorCount() === 0) return;
    throw new HoldallError("E_SUMS", `Cannot archive the bundle: ${SUMS_FILE} does not match it`, {
      cure: `restore the files, or remove ${SUMS_FILE} to have it made anew`,
      findings: findings.list(),
    });
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

/** Lines kept as text before they are packed into bytes, which take half the room. */
const BATCH = 4096;

function newSums(): SumsInArchive {
  const packed: Buffer[] = [];
  let lines: string[] = [];
  const pack = () => {
    packed.push(Buffer.from(lines.join("")));
    lines = [];
  };
  return {
    add: async (path, digest) => {
      lines.push(formatSum({ path, sha256: digest }));
      if (lines.length === BATCH) pack();
    },
    finish: async () => {
      pack();
      return memoryEntry(SUMS_FILE, Buffer.concat(packed));
    },
  };
}
