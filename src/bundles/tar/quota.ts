/**
 * Bounds what an archive can cost. Sizes are counted from the headers, before any byte is unpacked,
 * so that an archive that declares too much is refused without having filled memory or disk.
 */

import { HoldallError } from "../../base/errors.ts";
import { formatNumber } from "../../base/text/format-count.ts";

/** How much an archive may contain before it is refused. */
export interface ArchiveLimits {
  readonly members: number;
  readonly unpackedBytes: number;
  /** Unpacked bytes per packed byte. */
  readonly ratio: number;
}

/** What each limit bounds, as the subject of a sentence. */
const archiveLimitNames: Readonly<Record<keyof ArchiveLimits, string>> = {
  members: "number of files and folders",
  unpackedBytes: "unpacked size in bytes",
  ratio: "compression ratio",
};

/** How far a value is beyond its limit, as the end of a sentence. */
function describeExcess(actual: number, limit: number): string {
  return `is ${formatNumber(actual)}, limit ${formatNumber(limit)}`;
}

/** The ratio counts only above this many unpacked bytes: a tiny archive of zeros is harmless. */
export const RATIO_FLOOR = 1024 * 1024;

/** Counts what an archive declares, so that too much is refused before it is unpacked. */
export interface ArchiveQuota {
  countMember(): void;
  /** Folders so far, including those that are only implied by longer paths. */
  countFolders(count: number): void;
  /** Bytes that a header declares, before they are read. */
  countBytes(count: number): void;
}

/** Starts counting; `packed` is the archive's size, or the part of it that is known so far. */
export function createQuota(limits: ArchiveLimits, packed: () => number): ArchiveQuota {
  let members = 0;
  let unpacked = 0;
  return {
    countMember: () => {
      members++;
      if (members > limits.members) throw overLimitError("members", limits.members, members);
    },
    countFolders: (count) => {
      if (count > limits.members) throw overLimitError("members", limits.members, count);
    },
    countBytes: (count) => {
      unpacked += count;
      if (unpacked > limits.unpackedBytes) {
        throw overLimitError("unpackedBytes", limits.unpackedBytes, unpacked);
      }
      const actual = unpacked / Math.max(1, packed());
      if (unpacked > RATIO_FLOOR && actual > limits.ratio) {
        throw overLimitError("ratio", limits.ratio, Math.ceil(actual));
      }
    },
  };
}

/** The error for an archive that exceeds a limit. */
export function overLimitError(
  what: keyof ArchiveLimits,
  limit: number,
  actual: number,
): HoldallError {
  return new HoldallError(
    "E_LIMIT",
    `Cannot unpack the archive: its ${archiveLimitNames[what]} ${describeExcess(actual, limit)}`,
    { cure: `if you trust the archive, raise the limit with --limit ${what}=${actual}` },
  );
}
