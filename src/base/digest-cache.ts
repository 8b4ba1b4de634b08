import type { FileEntry, FileSet } from "./file-set.ts";

/** Digests kept; further files are read again when asked again. */
const MAX_KEPT = 25_000;

/** A view of a set that hashes each file once, however often its digest is asked for. */
export function withDigestCache(files: FileSet): FileSet {
  // Digest and size in one string: an object for each file would take several times the room.
  const digests = new Map<string, string>();

  async function digest(entry: FileEntry): ReturnType<FileEntry["digest"]> {
    const known = digests.get(entry.path);
    if (known) return { sha256: known.slice(0, 64), size: Number(known.slice(64)) };
    const fresh = await entry.digest();
    if (digests.size < MAX_KEPT) digests.set(entry.path, `${fresh.sha256}${fresh.size}`);
    return fresh;
  }

  const cached = (entry: FileEntry): FileEntry => ({
    path: entry.path,
    kind: entry.kind,
    // Not copied: on disk each of these is a system call that may never be needed.
    get mode() {
      return entry.mode;
    },
    get size() {
      return entry.size;
    },
    ...(entry.target === undefined ? {} : { target: entry.target }),
    read: () => entry.read(),
    digest: () => digest(entry),
  });
  return {
    async *entries() {
      for await (const entry of files.entries()) yield cached(entry);
    },
    get: async (path) => {
      const entry = await files.get(path);
      return entry && cached(entry);
    },
  };
}
