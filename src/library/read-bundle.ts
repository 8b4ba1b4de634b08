import type { FileSet } from "../base/file-set.ts";
import { keepOpen } from "../bundles/disk/keep-open.ts";
import {
  type BundleOptions,
  type BundleReading,
  readBundle as readFiles,
} from "../bundles/read-bundle.ts";
import { libraryContext } from "./create-holdall.ts";

/**
 * Reads a bundle and checks it completely: a folder, a `.tar.gz` or a JSON file by its path, or a
 * file set. Faults are in `findings`; they are not thrown. What is unpacked of an archive lies in a temporary
 * folder until nothing of the reading is in use any more.
 */
export async function readBundle(
  source: string | FileSet,
  options: Partial<BundleOptions> = {},
): Promise<BundleReading> {
  const full: BundleOptions = {
    as: null,
    profile: "strict",
    level: "full",
    limits: {},
    signers: null,
    now: new Date(),
    ...options,
  };
  if (typeof source !== "string") return readFiles(source, full);
  const use = (files: FileSet) => readFiles(files, full);
  return keepOpen(libraryContext({ cwd: process.cwd() }), source, { limits: full.limits, use });
}
