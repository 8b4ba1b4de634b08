import fs from "node:fs";
import { isBlobPath } from "../base/blob-path.ts";
import type { FileSet } from "../base/file-set.ts";
import { writeArchive } from "../bundles/archive.ts";
import type { ArchivedFile, ArchiveOptions } from "../bundles/archive-entries.ts";
import { SUMS_FILE } from "../bundles/sums.ts";
import { ioError } from "./io-error.ts";

/** What an archive contains. */
export interface PackResult {
  /** Files, without the SHA256SUMS that was added or checked. */
  readonly files: number;
  /** How many of the files are texts of a history. */
  readonly blobs: number;
  /** Bytes of these files. */
  readonly bytes: number;
  readonly packedBytes: number;
}

/** Writes the archive of a bundle to a new file. When it throws, the file is removed again. */
export async function packFolder(
  files: FileSet,
  topFolder: string,
  outFile: string,
  options: ArchiveOptions = {},
): Promise<PackResult> {
  const counts = { files: 0, blobs: 0, bytes: 0, packedBytes: 0 };
  const onFile = (file: ArchivedFile) => {
    if (file.path !== SUMS_FILE) {
      counts.files++;
      if (isBlobPath(file.path)) counts.blobs++;
      counts.bytes += file.size;
    }
    options.onFile?.(file);
  };
  const descriptor = create(outFile);
  try {
    for await (const piece of writeArchive(files, topFolder, { ...options, onFile })) {
      writeAll(descriptor, piece, outFile);
      counts.packedBytes += piece.length;
    }
  } catch (error) {
    fs.rmSync(outFile, { force: true });
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
  return counts;
}

function create(outFile: string): number {
  return writing(outFile, () => fs.openSync(outFile, "wx", 0o644));
}

function writeAll(descriptor: number, piece: Uint8Array, outFile: string): void {
  writing(outFile, () => fs.writeFileSync(descriptor, piece));
}

function writing<Result>(outFile: string, call: () => Result): Result {
  try {
    return call();
  } catch (cause) {
    throw ioError(cause, `write "${outFile}"`);
  }
}
