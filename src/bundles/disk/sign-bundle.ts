import fs from "node:fs";
import { HoldallError } from "../../base/errors.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import type { BundleReading } from "../read-bundle.ts";
import { SUMS_FILE } from "../sums.ts";

/** Existing sums define the bundle: a file that they do not list is not silently signed. */
export function requireListed({ findings }: BundleReading, doing: string): void {
  const first = findings.list().find(({ code }) => code === "W_UNLISTED");
  if (!first) return;
  throw new HoldallError("E_UNLISTED", `Cannot ${doing}: ${first.file}: ${first.message}`, {
    cure: `remove the file, or remove ${SUMS_FILE} to have it created again`,
    findings: findings.list(),
  });
}

/** Writes a file of a bundle, and replaces an earlier one. */
export async function writeSumsFile(file: string, text: string): Promise<void> {
  await writeAtomically(file, (temporary) => fs.writeFileSync(temporary, text), {
    replace: true,
  });
}
