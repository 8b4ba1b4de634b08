/** What was found in single files, kept for the next run. */

import path from "node:path";
import { isObject, type Json } from "../../base/json/value.ts";
import { METADATA } from "../../model/ai-context/context-file.ts";
import { BUNDLE } from "../workspace/layout.ts";
import type { FileFacts } from "../workspace/port.ts";
import { readAuthenticated, writeAuthenticated } from "./authenticated-file.ts";
import { hasSettled } from "./own-files.ts";

const FILE = "files.json";
const CACHE_VERSION = 9;

/** What is known of a file. */
export interface Known {
  readonly version: string;
  /** When it was last written. */
  readonly changed: number;
  facts?: FileFacts;
  derived: Record<string, Json>;
}

/** What was found in files, by path. */
export interface FileCache {
  get(relative: string): Known | undefined;
  set(relative: string, known: Known): void;
  /** Something was found in a file that the next run should know. */
  touch(relative: string, known: Known): void;
  save(): void;
}

/** Opens the cache in a folder; without one nothing is kept. */
export function openFileCache(folder: string | null): FileCache {
  const file = folder === null ? null : path.join(folder, FILE);
  let entries: Map<string, Known> | null = null;
  let isDirty = false;
  const load = () => {
    entries ??= file === null ? new Map() : readEntries(file);
    return entries;
  };
  return {
    get: (relative) => load().get(relative),
    set: (relative, known) => load().set(relative, known),
    touch(relative, known) {
      isDirty ||= isWorthKeeping(relative, known);
    },
    save() {
      if (file !== null && isDirty) writeEntries(file, load());
    },
  };
}

function readEntries(file: string): Map<string, Known> {
  const value = readAuthenticated(file); // A cache that cannot be read is built again.
  if (!isObject(value) || value.version !== CACHE_VERSION || !isObject(value.files))
    return new Map();
  // Authenticated: the same program wrote them.
  return new Map(Object.entries(value.files) as unknown as [string, Known][]);
}

function writeEntries(file: string, entries: ReadonlyMap<string, Known>): void {
  const settled = [...entries].filter(([relative, entry]) => isWorthKeeping(relative, entry));
  writeAuthenticated(file, { version: CACHE_VERSION, files: Object.fromEntries(settled) });
}

/**
 * Curated files change with every refresh, apart from their metadata, which every check of freshness
 * reads. A file that was just written may change once more.
 */
function isWorthKeeping(relative: string, { version, changed }: Known): boolean {
  if (version === "none") return false;
  if (relative.startsWith(`${BUNDLE}/`) && relative !== `${BUNDLE}/${METADATA}`) return false;
  return hasSettled(changed);
}
