import { HoldallError } from "../../base/errors.ts";

/** How much an archive may hold before it is refused. */
export interface ArchiveLimits {
  readonly members: number;
  readonly unpackedBytes: number;
  /** Unpacked bytes per packed byte. */
  readonly ratio: number;
}

/** Below this many unpacked bytes the ratio says nothing: a tiny archive of zeros is no bomb. */
export const RATIO_FLOOR = 1024 * 1024;

/** Counts what an archive announces, so that too much is refused before it is unpacked. */
export interface Allowance {
  member(): void;
  /** How many folders there are by now, those that are only implied by longer paths included. */
  folders(count: number): void;
  /** Bytes that a header announces, before they are read. */
  bytes(count: number): void;
}

/** Starts counting; `packed` is the archive's size, or as much of it as is known by now. */
export function createAllowance(limits: ArchiveLimits, packed: () => number): Allowance {
  let members = 0;
  let unpacked = 0;
  return {
    member: () => {
      members++;
      if (members > limits.members) throw overLimit("members", limits.members, members);
    },
    folders: (count) => {
      if (count > limits.members) throw overLimit("members", limits.members, count);
    },
    bytes: (count) => {
      unpacked += count;
      if (unpacked > limits.unpackedBytes) {
        throw overLimit("unpackedBytes", limits.unpackedBytes, unpacked);
      }
      const actual = unpacked / Math.max(1, packed());
      if (unpacked > RATIO_FLOOR && actual > limits.ratio) {
        throw overLimit("ratio", limits.ratio, Math.ceil(actual));
      }
    },
  };
}

function overLimit(what: keyof ArchiveLimits, limit: number, actual: number): HoldallError {
  return new HoldallError(
    "E_LIMIT",
    `Cannot unpack the archive: ${what} ${actual}, limit ${limit}`,
    {
      cure: `raise the limit with --limit ${what}=${actual} if the archive is to be trusted`,
    },
  );
}
