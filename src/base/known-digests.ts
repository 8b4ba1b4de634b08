import { type FileEntry, type FileSet, withPath } from "./file-set.ts";

/** Digests of further files are not kept; they are computed when needed. */
const MAX_KEPT = 25_000;

/** Digests that were computed while files were read for another purpose. */
export interface KnownDigests {
  add(path: string, sha256: string): void;
  /** A view of a file set whose files return these digests instead of being read again. */
  applyTo(files: FileSet): FileSet;
}

/** Creates an empty collection. */
export function createKnownDigests(): KnownDigests {
  const known = new Map<string, string>();
  const withKnownDigest = (entry: FileEntry): FileEntry => {
    const sha256 = known.get(entry.path);
    if (sha256 === undefined) return entry;
    return withPath(entry, entry.path, { digest: async () => ({ sha256, size: entry.size }) });
  };
  return {
    add: (path, sha256) => {
      if (known.size < MAX_KEPT) known.set(path, sha256);
    },
    applyTo: (files) => ({
      async *entries() {
        for await (const entry of files.entries()) yield withKnownDigest(entry);
      },
      get: async (path) => {
        const entry = await files.get(path);
        return entry && withKnownDigest(entry);
      },
    }),
  };
}
