/**
 * The files of a responsibility on disk. What was found in a file is cached with the file's size,
 * times and inode, so that a run costs one `lstat` for each input that did not change. A cache that
 * came with a project cannot match: inode and change time are given by this machine.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { compareBytes } from "../../../base/file-set.ts";
import { sha256 } from "../../../base/hash.ts";
import { isObject, type Json } from "../../../base/json/value.ts";
import { pathFault } from "../../../base/paths.ts";
import { decodeUtf8 } from "../../../base/text.ts";
import type { FileFacts, FileStat, ResponsibilityFiles } from "../../../curator/files/port.ts";
import { BUNDLE } from "../../../curator/workspace/layout.ts";
import { replaceTextFile } from "../../../disk/replace-text-file.ts";
import { countLines } from "../../../model/ai-context/volume.ts";
import { readOwnJson } from "./own-files.ts";

/** The largest file that the curator reads as text. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A file that was written so short a time ago may change again without its times changing. */
const SETTLED_MS = 2000;
const CACHE_VERSION = 1;

interface Known {
  readonly version: string;
  facts?: FileFacts;
  derived: Record<string, Json>;
}

/** The files of a responsibility, and a way to keep what was found for the next run. */
export interface DiskFiles extends ResponsibilityFiles {
  /** Keeps what was found in files that have settled. */
  save(): void;
}

/** Opens the files below a folder. */
export function diskFiles(root: string, cacheFile: string | null = null): DiskFiles {
  const known = cacheFile === null ? new Map<string, Known>() : readCache(cacheFile);
  const texts = new Map<string, string | null>();
  const stats = new Map<string, FileStat | null>();
  const lists = new Map<string, readonly FileStat[]>();
  let isDirty = false;

  const isFolder = createFolderCheck(root);

  function stat(relative: string): FileStat | null {
    const before = stats.get(relative);
    if (before !== undefined) return before;
    const found = pathFault(relative) === null ? statInside(root, relative, isFolder) : null;
    stats.set(relative, found);
    return found;
  }

  function read(relative: string): string | null {
    const before = texts.get(relative);
    if (before !== undefined) return before;
    const text = stat(relative) === null ? null : readText(root, relative);
    texts.set(relative, text);
    return text;
  }

  function knownOf(relative: string): Known {
    const version = stat(relative)?.version ?? "none";
    const before = known.get(relative);
    if (before?.version === version) return before;
    const fresh: Known = { version, derived: {} };
    known.set(relative, fresh);
    return fresh;
  }

  return {
    stat,
    read,
    list(folder) {
      const before = lists.get(folder);
      if (before !== undefined) return before;
      const names = listEntries(root, folder, "file");
      const found = names.flatMap((name) => stat(`${folder}/${name}`) ?? []);
      lists.set(folder, found);
      return found;
    },
    folders: (folder) => listEntries(root, folder, "folder"),
    facts(relative) {
      const entry = knownOf(relative);
      if (entry.facts === undefined) {
        const bytes = new TextEncoder().encode(read(relative) ?? "");
        entry.facts = { sha256: sha256(bytes), lines: countLines(bytes) };
        isDirty ||= isWorthKeeping(relative, entry);
      }
      return entry.facts;
    },
    derive(relative, name, compute) {
      type Value = ReturnType<typeof compute>;
      const entry = knownOf(relative);
      // A cached value was computed by the same function of this program and kept as JSON.
      if (Object.hasOwn(entry.derived, name)) return entry.derived[name] as Value;
      const value = compute(read(relative) ?? "");
      entry.derived[name] = value as Json;
      isDirty ||= isWorthKeeping(relative, entry);
      return value;
    },
    save() {
      if (cacheFile !== null && isDirty) writeCache(cacheFile, known);
    },
  };
}

type FolderCheck = (relative: string) => boolean;

/** Whether a path is a real folder inside the root; each is looked at once. */
function createFolderCheck(root: string): FolderCheck {
  const known = new Map<string, boolean>([["", true]]);
  const isFolder: FolderCheck = (relative) => {
    const before = known.get(relative);
    if (before !== undefined) return before;
    const isInside = isFolder(relative.slice(0, Math.max(0, relative.lastIndexOf("/"))));
    const found = isInside
      ? fs.lstatSync(path.join(root, relative), { throwIfNoEntry: false })
      : undefined;
    known.set(relative, found?.isDirectory() ?? false);
    return found?.isDirectory() ?? false;
  };
  return isFolder;
}

function statInside(root: string, relative: string, isFolder: FolderCheck): FileStat | null {
  if (!isFolder(relative.slice(0, Math.max(0, relative.lastIndexOf("/"))))) return null;
  const found = fs.lstatSync(`${root}${path.sep}${relative}`, { throwIfNoEntry: false });
  return found?.isFile() ? toStat(relative, found) : null;
}

function toStat(relative: string, found: fs.Stats): FileStat {
  const { size, mtimeMs, ctimeMs, ino } = found;
  return { path: relative, size, version: `${size}:${mtimeMs}:${ctimeMs}:${ino}` };
}

function listEntries(root: string, folder: string, kind: "file" | "folder"): readonly string[] {
  if (pathFault(folder) !== null) return [];
  let at = root;
  for (const segment of folder.split("/")) {
    at = path.join(at, segment);
    if (!fs.lstatSync(at, { throwIfNoEntry: false })?.isDirectory()) return [];
  }
  return fs
    .readdirSync(at, { withFileTypes: true })
    .filter((entry) => (kind === "file" ? entry.isFile() : entry.isDirectory()))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(".") && !name.includes("\ufffd"))
    .sort(compareBytes);
}

function readText(root: string, relative: string): string {
  const absolute = path.join(root, relative);
  const descriptor = fs.openSync(absolute, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
  try {
    const { size } = fs.fstatSync(descriptor);
    if (size > MAX_BYTES) {
      throw new HoldallError("E_LIMIT", `Cannot read "${relative}": it has more than 16 MiB`);
    }
    const text = decodeUtf8(fs.readFileSync(descriptor));
    if (text !== null) return text;
  } finally {
    fs.closeSync(descriptor);
  }
  throw new HoldallError("E_UTF8", `Cannot read "${relative}": it is not UTF-8`);
}

function readCache(file: string): Map<string, Known> {
  const value = readOwnJson(file); // A cache that cannot be read is built again.
  if (!isObject(value) || value.version !== CACHE_VERSION || !isObject(value.files))
    return new Map();
  return new Map(Object.entries(value.files) as unknown as [string, Known][]);
}

function writeCache(file: string, known: ReadonlyMap<string, Known>): void {
  const settled = [...known].filter(([relative, entry]) => isWorthKeeping(relative, entry));
  replaceTextFile(
    file,
    JSON.stringify({ version: CACHE_VERSION, files: Object.fromEntries(settled) }),
  );
}

/** Curated files change with every refresh, and a file that was just written may change once more. */
function isWorthKeeping(relative: string, { version }: Known): boolean {
  if (version === "none" || relative.startsWith(`${BUNDLE}/`)) return false;
  const limit = Date.now() - SETTLED_MS;
  const [, mtime = limit, ctime = limit] = version.split(":").map(Number);
  return mtime < limit && ctime < limit;
}
