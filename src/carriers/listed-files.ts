/**
 * The files that a list of sums names, for carriers that fetch them one by one. A list comes from a stranger: every path
 * is checked before anything is created at it.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import type { FileSet } from "../base/file-set.ts";
import { pathFault } from "../base/paths.ts";
import { createProtectedPathGuard } from "../base/protected-path.ts";
import { excerpt, readBytes } from "../base/text/text.ts";
import { isSummed, parseSum, SUMS_FILE, SUMS_SIGNATURE, type Sum } from "../bundles/sums.ts";
import { digestFile } from "../disk/digest-file.ts";
import { folderFiles } from "../disk/folder.ts";

/** Largest list that is fetched. */
export const MAX_SUMS_BYTES = 64 * 1024 * 1024;
/** Largest signature that is fetched. */
export const MAX_SIGNATURE_BYTES = 64 * 1024;

/** The list of a bundle's files; null where it has none. */
export function readSums(files: FileSet): Promise<string | null> {
  return readText(files, SUMS_FILE, MAX_SUMS_BYTES);
}

/** The signature over the list of a bundle; null where it has none. */
export function readSumsSignature(files: FileSet): Promise<string | null> {
  return readText(files, SUMS_SIGNATURE, MAX_SIGNATURE_BYTES);
}

async function readText(files: FileSet, name: string, maxBytes: number): Promise<string | null> {
  const entry = await files.get(name);
  if (entry?.kind !== "file") return null;
  return Buffer.from(await readBytes(entry, maxBytes)).toString("utf8");
}

/** The files of a list in its order; a path that nothing may be created at is refused. */
export function listedFiles(sums: string): readonly Sum[] {
  const guard = createProtectedPathGuard();
  const seen = new Set<string>();
  const files: Sum[] = [];
  for (const line of sums.split("\n")) {
    const sum = parseSum(line);
    if (sum === "empty") continue;
    if (sum === null) throw refused("E_SUMS", line, "is not in the form of sha256sum");
    const fault = pathFault(sum.path);
    if (fault !== null) throw refused("E_PATH", sum.path, fault);
    if (!isSummed(sum.path) || seen.has(sum.path)) {
      throw refused("E_SUMS", sum.path, "is listed twice, or is the list itself");
    }
    const found = guard.check(sum.path, "file");
    if (found) throw refused("E_PROTECTED", sum.path, `is ${found.what}`);
    seen.add(sum.path);
    files.push(sum);
  }
  if (files.length === 0) throw refused("E_SUMS", "SHA256SUMS", "lists nothing");
  return files;
}

function refused(
  code: "E_SUMS" | "E_PATH" | "E_PROTECTED",
  what: string,
  state: string,
): HoldallError {
  return new HoldallError(code, `Cannot fetch: "${excerpt(what)}" in the list of files ${state}`, {
    cure: "ask whoever sent it to push it again",
  });
}

/** The files of a list that a folder has not, or not with the right bytes; their folders are created. */
export async function missingFiles(files: readonly Sum[], folder: string): Promise<readonly Sum[]> {
  const there = folderFiles(folder);
  const missing: Sum[] = [];
  for (const file of files) {
    if (await isThere(there, file)) continue;
    fs.mkdirSync(path.dirname(path.join(folder, file.path)), { recursive: true });
    missing.push(file);
  }
  return missing;
}

async function isThere(files: FileSet, { path: name, sha256 }: Sum): Promise<boolean> {
  const entry = await files.get(name);
  return entry?.kind === "file" && (await entry.digest()).sha256 === sha256;
}

/** Fails when a file that was fetched is not the one of the list, and removes it. */
export async function requireFetched({ path: name, sha256 }: Sum, folder: string): Promise<void> {
  const file = path.join(folder, name);
  if ((await digestFile(file)).sha256 === sha256) return;
  fs.rmSync(file);
  throw new HoldallError("E_SUMS", `Cannot fetch "${excerpt(name)}": it does not match its sum`, {
    cure: "try again; if it stays so, ask whoever sent it to push it again",
  });
}
