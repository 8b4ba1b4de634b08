import fs from "node:fs";
import path from "node:path";
import type { FoundSession, StoreFiles } from "../agents/agent.ts";
import type { FileKind } from "../backup/backup.ts";
import { placeFault } from "../base/paths.ts";
import { folderStamp, LINK } from "./file-stamp.ts";

/** A file of an agent's store on this machine, and its key in a backup. */
export interface StoreFile {
  readonly absolute: string;
  readonly place: string;
  /** Its path in the place. */
  readonly path: string;
  readonly kind: FileKind;
}

/** What belongs to a session on this machine. */
export interface ListedFiles {
  readonly files: readonly StoreFile[];
  /** Its own folders by their keys, with what changes when something is added there. */
  readonly folders: readonly (readonly [key: string, stamp: string])[];
  /** Links in place of folders; they are not followed. */
  readonly links: readonly string[];
}

/** A session with more files than this is nobody's work. */
const MAX_FILES = 100_000;

/** Lists the files of a session and of its sub-agents. */
export async function listSessionFiles(
  store: StoreFiles,
  sessions: readonly FoundSession[],
  stampOf: (folder: string) => string,
): Promise<ListedFiles> {
  const files = new Map<string, StoreFile>();
  const folders: [string, string][] = [];
  const links: string[] = [];
  const add = (absolute: string) => {
    const file = placeOf(store, absolute);
    if (file !== null && files.size < MAX_FILES) files.set(absolute, file);
  };
  for (const session of sessions) {
    const own = await store.filesOf(session);
    own.files.forEach(add);
    for (const folder of own.folders ?? []) {
      // Most sessions have no folder of their own.
      const stamp = stampOf(folder);
      const isFolder = stamp !== "-" && stamp !== LINK;
      if (stamp === LINK) links.push(folder);
      const existing = isFolder ? walk(folder, add) : [];
      if (!isFolder) folders.push([folderKey(store, folder), stamp]);
      for (const each of existing) folders.push([folderKey(store, each), folderStamp(each)]);
    }
  }
  return { files: [...files.values()], folders, links };
}

/** Visits the files and links of a folder and of those in it, and returns the folders. */
function walk(folder: string, onFile: (file: string) => void): readonly string[] {
  const folders = [folder];
  for (const each of folders) {
    for (const entry of entriesOf(each)) {
      const location = path.join(each, entry.name);
      if (entry.isFile() || entry.isSymbolicLink()) onFile(location);
      if (entry.isDirectory()) folders.push(location);
    }
  }
  return folders;
}

function entriesOf(folder: string): readonly fs.Dirent[] {
  try {
    const entries = fs.readdirSync(folder, { withFileTypes: true });
    return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    return []; // It went meanwhile, or cannot be entered.
  }
}

/** The place of a file in its agent's store; null for one that is in no place, or not of a form that sessions have. */
function placeOf({ places }: StoreFiles, absolute: string): StoreFile | null {
  for (const [place, { folder, paths }] of Object.entries(places)) {
    const name = below(folder, absolute);
    if (name === null || !paths.test(name) || placeFault(name) !== null) continue;
    return { absolute, place, path: name, kind: kindOf(name) };
  }
  return null;
}

/** The key of a folder: that of the first place that contains it. */
function folderKey({ places }: StoreFiles, absolute: string): string {
  for (const [place, { folder }] of Object.entries(places)) {
    const name = below(folder, absolute);
    if (name !== null) return `${place}/${name}`;
  }
  return `/${absolute}`; // In no place: it is watched and not kept.
}

/** Where the file or folder with a key is on this machine. */
export function absoluteOf({ places }: StoreFiles, key: string): string {
  const at = key.indexOf("/");
  const named = key.slice(0, at);
  const place = Object.hasOwn(places, named) ? places[named] : undefined;
  const name = key.slice(at + 1);
  return place === undefined ? name : path.join(place.folder, ...name.split("/"));
}

function below(folder: string, absolute: string): string | null {
  if (!absolute.startsWith(folder + path.sep)) return null;
  return absolute
    .slice(folder.length + 1)
    .split(path.sep)
    .join("/");
}

function kindOf(name: string): FileKind {
  if (/\.(?:db|vscdb)$/.test(name)) return "database";
  return name.endsWith(".jsonl") ? "log" : "document";
}
