/**
 * Keeps the digest of a memory for the next run, so that it reads only what was appended. A kept digest
 * that came with a project is not used: the file that it names is one of this machine.
 */

import fs from "node:fs";
import path from "node:path";
import { isObject } from "../../../base/json/value.ts";
import type { KeptDigest } from "../../../curator/memory/reconcile.ts";
import { replaceTextFile } from "../../../disk/replace-text-file.ts";
import type { MemoryFile } from "./memory-file.ts";

const FILE = "memory.json";
const VERSION = 1;

/** The digest that the last run kept for this file; null if there is none. */
export function readKeptDigest(folder: string, { identity }: MemoryFile): KeptDigest | null {
  if (identity === null) return null;
  try {
    const value: unknown = JSON.parse(fs.readFileSync(path.join(folder, FILE), "utf8"));
    if (!isObject(value) || value.version !== VERSION || value.identity !== identity) return null;
    // The same program wrote it for the same file of this machine.
    return value.kept as unknown as KeptDigest;
  } catch {
    return null; // One that cannot be read is built again.
  }
}

/** Keeps a digest of the file as it is now. */
export function writeKeptDigest(
  folder: string,
  { identity }: MemoryFile,
  kept: KeptDigest | null,
): void {
  if (identity === null || kept === null) return;
  replaceTextFile(path.join(folder, FILE), JSON.stringify({ version: VERSION, identity, kept }));
}
