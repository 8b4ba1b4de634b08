/**
 * The files of a responsibility on disk. What was found in a file is cached with the file's size,
 * times and inode, so that a run costs one `lstat` for each input that did not change. The cache is
 * authenticated: what somebody else put in its place is not used.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { byteOrderOf } from "../../base/file-set.ts";
import { sha256 } from "../../base/hash.ts";
import type { Json } from "../../base/json/value.ts";
import { pathFault } from "../../base/paths.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import { countLines } from "../../model/ai-context/volume.ts";
import type { CollectionKind } from "../workspace/collection/collection.ts";
import type { FileStat, ResponsibilityFiles } from "../workspace/port.ts";
import { type Known, openFileCache } from "./file-cache.ts";
import { keptCollections } from "./kept-collections.ts";
import { versionOf } from "./own-files.ts";
import { surveyFolders } from "./survey.ts";

/** The largest file that the curator reads as text. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A file, and when it was last written. */
interface DiskStat extends FileStat {
  readonly changed: number;
}

/** The files of a responsibility, and a way to keep what was found for the next run. */
export interface DiskFiles extends ResponsibilityFiles {
  /** Looks again at the files of a folder, which this program has changed. */
  forget(folder: string): void;
  /** Keeps what was found in files that have settled. */
  save(): void;
}

/** Opens the files below a folder. */
export function diskFiles(root: string, cacheFolder: string | null = null): DiskFiles {
  const cache = openFileCache(cacheFolder);
  const texts = new Map<string, string | null>();
  const stats = new Map<string, DiskStat | null>();
  const lists = new Map<string, readonly FileStat[]>();
  const collections = keptCollections(cacheFolder);
  const isFolder = createFolderCheck(root);

  const stat = (relative: string) =>
    remembered(stats, relative, () =>
      pathFault(relative) === null ? statInside(root, relative, isFolder) : null,
    );
  const read = (relative: string) =>
    remembered(texts, relative, () => (stat(relative) === null ? null : readText(root, relative)));

  /** What is known of a file at its present version. */
  function knownOf(relative: string): Known {
    const { version = "none", changed = 0 } = stat(relative) ?? {};
    const before = cache.get(relative);
    if (before?.version === version) return before;
    const fresh: Known = { version, changed, derived: {} };
    cache.set(relative, fresh);
    return fresh;
  }

  const isOther = (relative: string) => stat(relative) === null && !isFolder(relative);
  const foldersIn = (folder: string) =>
    namesIn(root, folder).filter((name) => isFolder(`${folder}/${name}`));
  const foldersOf = ({ folder, isNested }: CollectionKind) =>
    isNested ? foldersIn(folder).map((name) => `${folder}/${name}`) : [folder];

  return {
    stat,
    read,
    list: (folder) =>
      remembered(lists, folder, () =>
        namesIn(root, folder).flatMap((name) => stat(`${folder}/${name}`) ?? []),
      ),
    folders: foldersIn,
    others: (folder) => namesIn(root, folder).filter((name) => isOther(`${folder}/${name}`)),
    facts(relative) {
      const entry = knownOf(relative);
      if (entry.facts === undefined) {
        entry.facts = factsOf(read(relative) ?? "");
        cache.touch(relative, entry);
      }
      return entry.facts;
    },
    derive<Value>(relative: string, key: string, compute: (text: string) => Value): Value {
      const entry = knownOf(relative);
      // A cached value was computed by the same function of this program and kept as JSON.
      if (Object.hasOwn(entry.derived, key)) return entry.derived[key] as Value;
      const value = compute(read(relative) ?? "");
      entry.derived[key] = value as Json;
      cache.touch(relative, entry);
      return value;
    },
    collect: (kind) =>
      collections.open(kind, {
        survey: () => surveyFolders(root, foldersOf(kind), (folder) => listNames(root, folder)),
        read,
      }),
    forget: (folder) => forgetFolder([texts, stats, lists], folder),
    save() {
      cache.save();
      collections.save();
    },
  };
}

function factsOf(text: string): NonNullable<Known["facts"]> {
  const bytes = new TextEncoder().encode(text);
  return { sha256: sha256(bytes), lines: countLines(bytes) };
}

/** Removes what is known of a folder and the files in it. */
function forgetFolder(known: readonly Map<string, unknown>[], folder: string): void {
  for (const found of known) {
    for (const path of found.keys()) if (`${path}/`.startsWith(`${folder}/`)) found.delete(path);
  }
}

/** The value of a key, which is found once. */
function remembered<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = find();
  known.set(key, found);
  return found;
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

function statInside(root: string, relative: string, isFolder: FolderCheck): DiskStat | null {
  if (!isFolder(relative.slice(0, Math.max(0, relative.lastIndexOf("/"))))) return null;
  const found = fs.lstatSync(`${root}${path.sep}${relative}`, { throwIfNoEntry: false });
  return found?.isFile() ? toStat(relative, found) : null;
}

function toStat(relative: string, found: fs.Stats): DiskStat {
  return { path: relative, size: found.size, ...versionOf(found) };
}

/** Names in a folder, sorted by their bytes. */
function namesIn(root: string, folder: string): readonly string[] {
  const names = listNames(root, folder);
  return names.sort(byteOrderOf(names));
}

/** Names in a folder as the disk lists them; none where a link leads there. */
function listNames(root: string, folder: string): string[] {
  if (pathFault(folder) !== null) return [];
  let at = root;
  for (const segment of folder.split("/")) {
    at = path.join(at, segment);
    if (!fs.lstatSync(at, { throwIfNoEntry: false })?.isDirectory()) return [];
  }
  return fs.readdirSync(at).filter((name) => !name.startsWith(".") && !name.includes("\ufffd"));
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
  throw new HoldallError("E_UTF8", `Cannot read "${relative}": it is not UTF-8`, {
    cure: "save it as UTF-8, for instance with `iconv -f LATIN1 -t UTF-8`, or move it elsewhere",
  });
}
