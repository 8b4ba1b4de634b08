import { collisionKey, pathFault } from "../../base/paths.ts";
import { createFingerprints, type Fingerprints } from "./fingerprints.ts";

/** Longest path, in bytes, of an archive member: what Linux takes in one call. */
const MAX_PATH_BYTES = 4096;
/** Longest single name, in bytes: what nearly every file system takes. */
const MAX_NAME_BYTES = 255;
const MAX_DEPTH = 255;

/** Why a name is refused; `limit` when it is only too long or too deep. */
export interface NameFault {
  readonly state: string;
  readonly limit: boolean;
}

/**
 * Sees every path of an archive and refuses those that could not stand beside each other
 * everywhere.
 */
export interface NameGuard {
  /** Null when the path may be used; it is then taken. */
  take(path: string, kind: "file" | "folder"): NameFault | null;
  /** Folders so far, those included that are only parents of something. */
  folders(): number;
}

/**
 * Refuses paths that leave the top, that are taken, that differ from another only in case or
 * Unicode form, and that lie below a file. Its memory depends on how many paths there are, not on
 * how long they are.
 */
export function createNameGuard(): NameGuard {
  const taken: Taken = { seen: createFingerprints(), lastParent: "", folders: 0 };
  return {
    take: (path, kind) =>
      nameFault(path) ?? takeParents(taken, path) ?? takeOnce(taken, path, kind),
    folders: () => taken.folders,
  };
}

/** Whether a path is a workspace or lies in one; a workspace never travels in an archive. */
export function isWorkspacePath(path: string): boolean {
  return /(?:^|\/)\.holdall(?:\/|$)/i.test(path);
}

interface Taken {
  readonly seen: Fingerprints;
  lastParent: string;
  folders: number;
}

function takeFolder(taken: Taken, path: string): NameFault | null {
  const { seen } = taken;
  if (seen.has(`folder ${path}`)) return null;
  if (!seen.add(`key ${collisionKey(path)}`)) {
    return refusal("collides with another name, or lies below a file");
  }
  seen.add(`folder ${path}`);
  taken.folders++;
  return null;
}

function takeParents(taken: Taken, path: string): NameFault | null {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (parent === taken.lastParent) return null;
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const fault = takeFolder(taken, path.slice(0, end));
    if (fault) return fault;
  }
  taken.lastParent = parent;
  return null;
}

function takeOnce(taken: Taken, path: string, kind: "file" | "folder"): NameFault | null {
  if (kind === "file") {
    const isNew = taken.seen.add(`key ${collisionKey(path)}`);
    return isNew ? null : refusal("collides with another name");
  }
  // A folder may be named once by itself, before or after the files below it.
  const isFirst = taken.seen.add(`named ${path}`);
  return isFirst ? takeFolder(taken, path) : refusal("is there twice");
}

function nameFault(path: string): NameFault | null {
  const fault = pathFault(path);
  if (fault !== null) return refusal(fault);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return tooMuch(`is over ${MAX_PATH_BYTES} bytes`);
  const names = path.split("/");
  if (names.length > MAX_DEPTH) return tooMuch(`is deeper than ${MAX_DEPTH} folders`);
  // A UTF-16 unit is at most three bytes.
  if (names.some((name) => name.length * 3 > MAX_NAME_BYTES && isTooLong(name))) {
    return tooMuch(`has a name over ${MAX_NAME_BYTES} bytes`);
  }
  return null;
}

function isTooLong(name: string): boolean {
  return Buffer.byteLength(name) > MAX_NAME_BYTES;
}

function refusal(state: string): NameFault {
  return { state, limit: false };
}

function tooMuch(state: string): NameFault {
  return { state, limit: true };
}
