import { compareDigest } from "../../base/compare-digest.ts";
import type { Digest, FileEntry } from "../../base/file-set.ts";
import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import type { ReadOptions } from "../format.ts";

/**
 * Compares a file with its recorded SHA-256 and size; at level `files` with the size alone. Returns a promise only if it has to be read
 * first: with a million files, each needless wait counts.
 */
export function checkDigest(
  entry: FileEntry,
  declared: Digest,
  { findings, level }: Pick<ReadOptions, "findings" | "level">,
): Promise<void> | undefined {
  const { sha256, size } = declared;
  if (level === "files" && entry.size === size) return undefined;
  return compareDigest(entry, findings, (actual) => {
    if (actual.sha256 === sha256 && actual.size === size) return;
    const message =
      actual.size === size
        ? "The bytes do not match the recorded SHA-256"
        : `${formatCount(actual.size, "byte")}, but ${formatNumber(size)} are recorded`;
    const details = { declared: { sha256, size }, actual };
    findings.error("E_DIGEST", { file: entry.path }, message, details);
  });
}
