import { type FileEntry, type FileSet, withPath } from "./file-set.ts";

/** Digests kept; files beyond are hashed anew when they are asked for. */
const MAX_KEPT = 25_000;

/** What was learned of files while they were read for another purpose. */
export interface DigestRecord {
  add(path: string, sha256: string): void;
  /** A view of a set whose files tell these digests instead of being read again. */
  over(files: FileSet): FileSet;
}

/** Starts an empty record. */
export function createDigestRecord(): DigestRecord {
  const known = new Map<string, string>();
  const tell = (entry: FileEntry): FileEntry => {
    const sha256 = known.get(entry.path);
    if (sha256 === undefined) return entry;
    return withPath(entry, entry.path, { digest: async () => ({ sha256, size: entry.size }) });
  };
  return {
    add: (path, sha256) => {
      if (known.size < MAX_KEPT) known.set(path, sha256);
    },
    over: (files) => ({
      async *entries() {
        for await (const entry of files.entries()) yield tell(entry);
      },
      get: async (path) => {
        const entry = await files.get(path);
        return entry && tell(entry);
      },
    }),
  };
}
