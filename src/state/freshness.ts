import { isObject } from "../base/json/value.ts";
import type { HeldEntry } from "./state.ts";

/** A file as it was when an entry was committed. */
export interface FileMark {
  /** Below the project's root, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
}

/** What entries say about the world. */
export interface WorldMarks {
  readonly files: readonly FileMark[];
  readonly commit: string | null;
}

/** The world as it is now. */
export interface WorldNow {
  /** SHA-256 of each file; null when it is gone. */
  readonly files: ReadonlyMap<string, string | null>;
  /** The commit that is checked out; null when that is not known. */
  readonly head: string | null;
  /** Whether each named commit leads to the one that is checked out. */
  readonly ancestors: ReadonlyMap<string, boolean>;
}

/** An entry that the world has overtaken, and how. */
export interface Overtaken {
  readonly id: string;
  readonly namespace: string;
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  /** Its commit is no longer part of what is checked out. */
  readonly commit_lost: boolean;
}

/** The files and the commit that an entry names. */
export function marksOf({ image }: HeldEntry): WorldMarks {
  const files = Array.isArray(image.files) ? image.files : [];
  return {
    files: files.flatMap((each) => {
      if (!isObject(each)) return [];
      const { path, sha256 } = each;
      return typeof path === "string" && typeof sha256 === "string" ? [{ path, sha256 }] : [];
    }),
    commit: typeof image.commit === "string" ? image.commit : null,
  };
}

/** Which entries the world has overtaken since they were committed. */
export function findOvertaken(entries: Iterable<HeldEntry>, world: WorldNow): readonly Overtaken[] {
  const overtaken: Overtaken[] = [];
  for (const entry of entries) {
    const { files, commit } = marksOf(entry);
    const missing = files.filter(({ path }) => world.files.get(path) === null);
    const changed = files.filter(({ path, sha256 }) => {
      const now = world.files.get(path);
      return now != null && now !== sha256;
    });
    const commit_lost = commit !== null && world.ancestors.get(commit) === false;
    if (missing.length + changed.length === 0 && !commit_lost) continue;
    const { id, namespace } = entry;
    const [gone, other] = [missing, changed].map((marks) => marks.map(({ path }) => path));
    overtaken.push({ id, namespace, changed: other ?? [], missing: gone ?? [], commit_lost });
  }
  return overtaken;
}
