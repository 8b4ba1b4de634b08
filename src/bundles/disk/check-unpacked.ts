/**
 * Limits of an archive after it was unpacked, and before one is written. Unpacking happens before
 * the format is known, so only the widest limits apply there; this is where the exact ones do. The
 * same limits apply to writing: an archive that its reader would refuse must not be created.
 */

import { HoldallError } from "../../base/errors.ts";
import type { Format } from "../../formats/format.ts";
import { type Limits, limitsOf } from "../../formats/limits.ts";
import type { BundleReading } from "../read-bundle.ts";
import { type ArchiveLimits, RATIO_FLOOR } from "../tar/quota.ts";

/** What came out of an archive, and its packed size. */
export interface Unpacked {
  readonly files: number;
  /** Those of the files that are texts of a history; only the widest limit of all counts for them. */
  readonly blobs?: number;
  readonly bytes: number;
  readonly packedBytes: number;
}

/** Reports an archive that exceeds the limits of its format. */
export function checkUnpacked(
  unpacked: Unpacked,
  { format, findings }: Pick<BundleReading, "format" | "findings">,
  changed: Partial<Limits>,
): void {
  if (!format) return;
  for (const { what, actual, limit } of excesses(unpacked, format, changed)) {
    const message = `The archive's ${what} is ${actual}, limit ${limit} for ${format.name}`;
    findings.error("E_LIMIT", {}, message, { what, limit, actual });
  }
}

/** Refuses to create an archive that its reader would refuse. */
export function requireUnpackable(
  packed: Unpacked & { readonly doing: string },
  format: Format,
  changed: Partial<Limits>,
): void {
  const [first] = excesses(packed, format, changed);
  if (!first) return;
  const { what, actual, limit } = first;
  throw new HoldallError(
    "E_LIMIT",
    `Cannot ${packed.doing}: the archive's ${what} would be ${actual}, limit ${limit} for ${format.name}`,
    { cure: `use --limit ${what}=${actual} here and wherever the archive is read` },
  );
}

interface Excess {
  readonly what: keyof ArchiveLimits;
  readonly actual: number;
  readonly limit: number;
}

function excesses(
  { files, blobs = 0, bytes, packedBytes }: Unpacked,
  format: Format,
  changed: Partial<Limits>,
): readonly Excess[] {
  const limits = { ...limitsOf(format), ...changed };
  const ratio = bytes > RATIO_FLOOR ? Math.ceil(bytes / packedBytes) : 0;
  const counts: ArchiveLimits = { members: files - blobs, unpackedBytes: bytes, ratio };
  return (["members", "unpackedBytes", "ratio"] as const)
    .map((what) => ({ what, actual: counts[what], limit: limits[what] }))
    .filter(({ actual, limit }) => actual > limit);
}
