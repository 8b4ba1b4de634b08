/**
 * Keeps the digest of a memory for the next run, so that it reads only what was appended. It is authenticated: a
 * digest that somebody else put there is not used.
 */

import path from "node:path";
import { isObject } from "../../base/json/value.ts";
import type { KeptDigest } from "../memory/reconcile.ts";
import type { AppendOnlyFile } from "./append-only-files.ts";
import { readAuthenticated, writeAuthenticated } from "./authenticated-file.ts";

const FILE = "memory.json";
const VERSION = 7;

/** The digest that the last run kept for this file; null if there is none. */
export function readKeptDigest(folder: string, { identity }: AppendOnlyFile): KeptDigest | null {
  if (identity === null) return null;
  const value = readAuthenticated(path.join(folder, FILE)); // One that cannot be read is built again.
  if (!isObject(value) || value.version !== VERSION || value.identity !== identity) return null;
  // Authenticated: the same program wrote it for the same file.
  return value.kept as unknown as KeptDigest;
}

/** Keeps a digest of the file as it is now. */
export function writeKeptDigest(
  folder: string,
  { identity }: AppendOnlyFile,
  kept: KeptDigest | null,
): void {
  if (identity === null || kept === null) return;
  writeAuthenticated(path.join(folder, FILE), { version: VERSION, identity, kept });
}
