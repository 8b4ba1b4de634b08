import { HoldallError } from "../../base/errors.ts";
import type { FileEntry } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";

/** Compares a file with the SHA-256 and size that were recorded for it. */
export async function checkDigest(
  entry: FileEntry,
  declared: { readonly sha256: string; readonly size: number },
  findings: Findings,
): Promise<void> {
  let actual: { readonly sha256: string; readonly size: number };
  try {
    actual = await entry.digest();
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    findings.error(error.code, { file: entry.path }, error.message);
    return;
  }
  if (actual.sha256 === declared.sha256 && actual.size === declared.size) return;
  const message =
    actual.size === declared.size
      ? "The bytes do not match the recorded SHA-256"
      : `${actual.size} bytes, but ${declared.size} are recorded`;
  const { sha256, size } = declared;
  findings.error("E_DIGEST", { file: entry.path }, message, { declared: { sha256, size }, actual });
}
