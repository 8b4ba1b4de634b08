import { type BundleReading, limitsOf } from "../bundles/read-bundle.ts";
import { RATIO_FLOOR } from "../bundles/tar/allowance.ts";
import type { Limits } from "../formats/limits.ts";

/** How much came out of an archive, and out of how much. */
export interface Unpacked {
  readonly files: number;
  readonly bytes: number;
  readonly packedBytes: number;
}

/**
 * Holds an archive to the limits of its format. While it was unpacked nobody knew the format, so only
 * the widest limits of all counted.
 */
export function checkUnpacked(
  { files, bytes, packedBytes }: Unpacked,
  { format, findings }: Pick<BundleReading, "format" | "findings">,
  changed: Partial<Limits>,
): void {
  if (!format) return;
  const limits = { ...limitsOf(format), ...changed };
  const ratio = bytes > RATIO_FLOOR ? Math.ceil(bytes / packedBytes) : 0;
  const counts = { members: files, unpackedBytes: bytes, ratio } as const;
  for (const what of ["members", "unpackedBytes", "ratio"] as const) {
    const [actual, limit] = [counts[what], limits[what]];
    if (actual <= limit) continue;
    const message = `The archive's ${what} is ${actual}, limit ${limit} for ${format.name}`;
    findings.error("E_LIMIT", {}, message, { what, limit, actual });
  }
}
