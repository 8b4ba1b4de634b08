/**
 * Limits of an archive before it is unpacked. Which limits apply depends on the format, and the
 * format is only known from names inside. So the headers are scanned first; content is decompressed
 * but not kept.
 */

import { isBlobPath } from "../base/blob-path.ts";
import { type Limits, limitsOf, widestLimits } from "../formats/limits.ts";
import { type FormatName, formatsMarkedBy } from "../formats/registry.ts";
import { gunzip } from "./tar/gzip.ts";
import { type ArchiveLimits, createQuota, overLimitError, RATIO_FLOOR } from "./tar/quota.ts";
import { scanTar } from "./tar/read.ts";

/** What is known about an archive before it is unpacked. */
export interface ArchiveFacts {
  readonly packedBytes: number;
  /** The format that it must be of; null when it is to be detected. */
  readonly as: FormatName | null;
  /** Limits that differ from those of the formats. */
  readonly changed: Partial<Limits>;
}

/** A smaller archive is unpacked at once: it cannot contain enough members to matter. */
const MIN_SCANNED_BYTES = 32 * 1024;

/**
 * Refuses an archive that exceeds the limits of every format it can be of, before anything of it is
 * written. The format follows from the names at its root, so the headers are read once beforehand, and
 * only until a format with the widest limits is possible: our own archives have its file in front.
 */
export async function checkArchiveLimits(
  chunks: AsyncIterable<Uint8Array>,
  { packedBytes, as, changed }: ArchiveFacts,
): Promise<void> {
  if (packedBytes < MIN_SCANNED_BYTES) return;
  const possible = new Set<FormatName>(as === null ? [] : [as]);
  const counts = { members: 0, unpackedBytes: 0, ratio: 0 };
  const widest: ArchiveLimits = { ...widestLimits, ...changed };
  const isSettled = () =>
    as === null && [...possible].some((name) => limitsOf({ name }) === widestLimits);
  const quota = createQuota(widest, () => packedBytes);
  await scanTar(gunzip(chunks), quota, (path, size) => {
    if (as === null) for (const name of formatsAt(path)) possible.add(name);
    if (!isBlobPath(path)) counts.members++;
    counts.unpackedBytes += size;
    return !isSettled();
  });
  if (isSettled()) return;
  if (counts.unpackedBytes > RATIO_FLOOR) {
    counts.ratio = Math.ceil(counts.unpackedBytes / packedBytes);
  }
  // What has no marker at all is not a bundle; the limits that most formats share apply.
  const limits = combine(possible.size === 0 ? ["context-bundle"] : [...possible]);
  for (const what of ["members", "unpackedBytes", "ratio"] as const) {
    const limit = changed[what] ?? limits[what];
    if (counts[what] > limit) throw overLimitError(what, limit, counts[what]);
  }
}

/** Formats whose marker file has this path, at the root of an archive or in its top folder. */
function formatsAt(path: string): readonly FormatName[] {
  const inside = path.replace(/^\.\//, "");
  const below = inside.slice(inside.indexOf("/") + 1);
  return [...formatsMarkedBy(inside), ...formatsMarkedBy(below)];
}

/**
 * If several formats are possible, the widest limits of them apply: the reader applies the exact
 * ones later.
 */
function combine(names: readonly FormatName[]): ArchiveLimits {
  const all = names.map((name) => limitsOf({ name }));
  const most = (what: keyof ArchiveLimits) => Math.max(...all.map((limits) => limits[what]));
  return { members: most("members"), unpackedBytes: most("unpackedBytes"), ratio: most("ratio") };
}
