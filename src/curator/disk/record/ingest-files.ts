import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { collisionKey } from "../../../base/paths.ts";
import { describeContent, isMetadataName, METADATA_NAME, readRegular } from "../bundles.ts";

/** Refuses names that would lie in one place of the bundle's folder, on any file system. */
export function requireDistinct(names: readonly string[]): void {
  if (new Set(names.map(collisionKey)).size < names.length) {
    throw new HoldallError("E_USAGE", "Cannot ingest: two of the files have the same name", {
      cure: "rename one of them",
    });
  }
  const taken = names.find(isMetadataName);
  if (taken === undefined) return;
  throw new HoldallError("E_USAGE", `Cannot ingest "${taken}": ${METADATA_NAME}`, {
    cure: "rename it",
  });
}

/** Reads a file that is to be taken in. */
export function readIngestedFile(cwd: string, typed: string) {
  const target = path.resolve(cwd, typed);
  const file = readRegular(target);
  if (file === null) {
    const state = fs.existsSync(target)
      ? "it is not a regular file of at most 50 MiB"
      : "it does not exist";
    throw new HoldallError("E_NOT_FOUND", `Cannot ingest "${typed}": ${state}`, {
      cure: "name files; a folder or a link is not followed",
    });
  }
  return { bytes: file.bytes, content: describeContent(path.basename(typed), file.bytes) };
}
