import { HoldallError } from "./errors.ts";
import type { Digest, FileEntry } from "./file-set.ts";
import type { Findings } from "./findings.ts";

/**
 * Passes the digest of a file to a comparison; a file that cannot be read is a finding. Returns a promise
 * only when it has to wait.
 */
export function compareDigest(
  entry: FileEntry,
  findings: Findings,
  compare: (actual: Digest) => void,
): Promise<void> | undefined {
  try {
    const digest = entry.digest();
    if (digest instanceof Promise) {
      return digest.then(compare).catch((error: unknown) => report(error, entry, findings));
    }
    compare(digest);
  } catch (error) {
    report(error, entry, findings);
  }
  return undefined;
}

function report(error: unknown, { path }: FileEntry, findings: Findings): void {
  if (!(error instanceof HoldallError)) throw error;
  findings.error(error.code, { file: path }, error.message);
}
