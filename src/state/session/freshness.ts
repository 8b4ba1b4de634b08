/**
 * Compares what entries refer to (files by hash, a Git commit) with the project as it is now. It
 * only reports: whether an entry is still true is for the agent to decide.
 */

import * as z from "zod";
import { isObject } from "../../base/json/value.ts";
import type { LiveEntry } from "../state.ts";

/** A file as it was when an entry was committed. */
export interface FileReference {
  /** Below the project's root, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
}

/** The files and the Git commit that an entry refers to. */
export interface ProjectReferences {
  readonly files: readonly FileReference[];
  readonly commit: string | null;
}

/** The files and commits of the project as they are now. */
export interface ProjectState {
  /** SHA-256 of each file; null when it was deleted. */
  readonly files: ReadonlyMap<string, string | null>;
  /** The commit that is checked out; null when unknown. */
  readonly head: string | null;
  /** Whether each commit is an ancestor of the one that is checked out. */
  readonly ancestors: ReadonlyMap<string, boolean>;
}

/** An entry whose files or commit have changed since it was committed. */
export const outdatedEntrySchema = () =>
  z.object({
    id: z.string(),
    namespace: z.string(),
    changed: z.array(z.string()).readonly(),
    missing: z.array(z.string()).readonly(),
    /** Its commit is no longer an ancestor of the one that is checked out. */
    commit_lost: z.boolean(),
  });

/** An entry whose files or commit have changed since it was committed. */
export type OutdatedEntry = z.infer<ReturnType<typeof outdatedEntrySchema>>;

/** The files and the commit that an entry refers to. */
export function referencesOf({ image }: LiveEntry): ProjectReferences {
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

/** Finds entries whose files or commit have changed since they were committed. */
export function findOutdated(
  entries: Iterable<LiveEntry>,
  project: ProjectState,
): readonly OutdatedEntry[] {
  const outdated: OutdatedEntry[] = [];
  for (const entry of entries) {
    const { files, commit } = referencesOf(entry);
    const missing = files.filter(({ path }) => project.files.get(path) === null);
    const changed = files.filter(({ path, sha256 }) => {
      const now = project.files.get(path);
      return now != null && now !== sha256;
    });
    const commit_lost = commit !== null && project.ancestors.get(commit) === false;
    if (missing.length + changed.length === 0 && !commit_lost) continue;
    const { id, namespace } = entry;
    const pathsOf = (references: typeof files) => references.map(({ path }) => path);
    const paths = { changed: pathsOf(changed), missing: pathsOf(missing) };
    outdated.push({ id, namespace, ...paths, commit_lost });
  }
  return outdated;
}
