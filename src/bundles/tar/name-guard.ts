/**
 * Names in an archive. A path must be safe everywhere: no escape from the top folder, no two names
 * that a case-insensitive or normalising file system would merge, nothing below a file, nothing
 * that a shell, git or an agent would act upon by its mere presence, nothing that looks like another name.
 */

import { collisionKey, hiddenFault, placeFault } from "../../base/paths.ts";
import { createProtectedPathGuard, type ProtectedPath } from "../../base/protected-path.ts";
import { formatNumber } from "../../base/text/format-count.ts";
import { createFingerprints, type Fingerprints } from "./fingerprints.ts";

/** Longest path, in bytes, of an archive member: what Linux takes in one call. */
const MAX_PATH_BYTES = 4096;
/** Longest single name, in bytes: what nearly every file system takes. */
const MAX_NAME_BYTES = 255;
const MAX_DEPTH = 255;

/** Why a name is refused. */
export interface NameFault {
  /** `limit` when it is only too long or too deeply nested, `protected` when other programs act upon it. */
  readonly kind: "name" | "limit" | "protected";
  /** The end of a sentence that begins with the path. */
  readonly state: string;
  /** What can be done about it, if it is more than using another name. */
  readonly cure?: string;
}

/**
 * Checks every path of an archive and refuses those that could not exist side by side on every
 * system.
 */
export interface NameGuard {
  /** Claims a path; null when it may be used. */
  claim(path: string, kind: "file" | "folder"): NameFault | null;
  /** Folders so far, including those that are only implied by longer paths. */
  folders(): number;
}

/** What becomes of an archive's files. */
export interface NameGuardOptions {
  /**
   * The files are only read, in a folder that no other program enters: there, the recorded workspace of a
   * task may contain settings of editors and agents, as the project had them.
   */
  readonly onlyRead?: boolean;
}

/**
 * Refuses paths that leave the top folder, that were claimed before, that differ from another one
 * only in case or Unicode form, that are below a file, or that other programs would act upon. Memory
 * depends on the number of paths, not on their length.
 */
export function createNameGuard({ onlyRead = false }: NameGuardOptions = {}): NameGuard {
  const seen = createFingerprints();
  const claims: Claims = { seen, lastParent: "", folders: 0 };
  const guard = createProtectedPathGuard(seen);
  return {
    claim: (path, kind) =>
      nameFault(path) ??
      protectedFault(refusedPath(path, guard.check(path, kind), onlyRead)) ??
      hiddenNameFault(path) ??
      claimParents(claims, path) ??
      claimOnce(claims, path, kind),
    folders: () => claims.folders,
  };
}

interface Claims {
  readonly seen: Fingerprints;
  lastParent: string;
  folders: number;
}

function claimFolder(claims: Claims, path: string): NameFault | null {
  const { seen } = claims;
  if (seen.has(`folder ${path}`)) return null;
  if (!seen.add(`key ${collisionKey(path)}`)) {
    return refusal("collides with another name or is below a file");
  }
  seen.add(`folder ${path}`);
  claims.folders++;
  return null;
}

/** Consecutive members usually share their folder, so the parent of the last one is remembered. */
function claimParents(claims: Claims, path: string): NameFault | null {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (parent === claims.lastParent) return null;
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const fault = claimFolder(claims, path.slice(0, end));
    if (fault) return fault;
  }
  claims.lastParent = parent;
  return null;
}

function claimOnce(claims: Claims, path: string, kind: "file" | "folder"): NameFault | null {
  if (kind === "file") {
    const isNew = claims.seen.add(`key ${collisionKey(path)}`);
    return isNew ? null : refusal("collides with another name");
  }
  // A folder may have one member of its own, before or after the files below it.
  const isFirst = claims.seen.add(`named ${path}`);
  return isFirst ? claimFolder(claims, path) : refusal("occurs twice");
}

function nameFault(path: string): NameFault | null {
  const fault = placeFault(path);
  if (fault !== null) return refusal(fault);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    return overLimit(`is longer than ${formatNumber(MAX_PATH_BYTES)} bytes`);
  const names = path.split("/");
  if (names.length > MAX_DEPTH) return overLimit(`is nested more than ${MAX_DEPTH} folders deep`);
  // A UTF-16 unit takes at most three bytes, so that short names need no counting.
  if (names.some((name) => name.length * 3 > MAX_NAME_BYTES && isTooLong(name))) {
    return overLimit(`has a part longer than ${MAX_NAME_BYTES} bytes`);
  }
  return null;
}

/** After what is protected, of which some is named with such characters: `.g\u200cit` is `.git` on some systems. */
function hiddenNameFault(path: string): NameFault | null {
  const fault = hiddenFault(path);
  return fault === null ? null : refusal(fault);
}

function isTooLong(name: string): boolean {
  return Buffer.byteLength(name) > MAX_NAME_BYTES;
}

/** Where a task bundle keeps the files of its project. */
const RECORDED_WORKSPACE = "workspace/files/";

function refusedPath(
  path: string,
  found: ProtectedPath | null,
  onlyRead: boolean,
): ProtectedPath | null {
  const isRecorded = path.startsWith(RECORDED_WORKSPACE) || path.includes(`/${RECORDED_WORKSPACE}`);
  return onlyRead && found?.isSettings && isRecorded ? null : found;
}

function protectedFault(found: ProtectedPath | null): NameFault | null {
  if (found === null) return null;
  const cure = found.isWorkspace
    ? "a workspace contains everything, without redaction; export what you want to share"
    : "other programs act upon such files: leave them out of the bundle, or read it where it is with `holdall inspect` and `holdall verify`";
  return { kind: "protected", state: `is ${found.what}`, cure };
}

function refusal(state: string): NameFault {
  return { kind: "name", state };
}

function overLimit(state: string): NameFault {
  return { kind: "limit", state };
}
