import {
  batchesOf,
  type Digest,
  type FileEntry,
  type FileKind,
  type FileSet,
  flattenBatches,
} from "./file-set.ts";

/** A set with more entries is not cached, to bound memory; every pass over it lists and hashes again. */
const MAX_KEPT = 25_000;

/**
 * A view of a file set that lists and hashes each file only once. A bundle with sums is read twice, once
 * for its sums and once for its format.
 */
export function withDigestCache(files: FileSet): FileSet {
  let kept: readonly (readonly CachedEntry[])[] | null = null;

  async function* firstPass(): AsyncGenerator<readonly FileEntry[]> {
    const seen: (readonly CachedEntry[])[] = [];
    let count = 0;
    for await (const batch of batchesOf(files)) {
      const cached = batch.map((entry) => new CachedEntry(entry));
      count += batch.length;
      if (count <= MAX_KEPT) seen.push(cached);
      yield cached;
    }
    // Only a pass that reached the end has seen everything.
    if (count <= MAX_KEPT) kept = seen;
  }

  async function* fromMemory(
    batches: readonly (readonly CachedEntry[])[],
  ): AsyncGenerator<readonly FileEntry[]> {
    for (const batch of batches) yield batch;
  }

  const batches = () => (kept ? fromMemory(kept) : firstPass());
  return { entries: () => flattenBatches(batches()), batches, get: (path) => files.get(path) };
}

/** A class, because there is one per file: closures for each would cost more than reading it. */
class CachedEntry implements FileEntry {
  readonly path: string;
  readonly kind: FileKind;
  readonly target?: string;
  readonly #entry: FileEntry;
  #digest: Digest | Promise<Digest> | undefined;

  constructor(entry: FileEntry) {
    this.path = entry.path;
    this.kind = entry.kind;
    if (entry.target !== undefined) this.target = entry.target;
    this.#entry = entry;
  }

  // Not copied: on disk, each of these is a system call that may not be needed.
  get mode(): number {
    return this.#entry.mode;
  }

  get size(): number {
    return this.#entry.size;
  }

  read(): AsyncIterable<Uint8Array> {
    return this.#entry.read();
  }

  digest(): Digest | Promise<Digest> {
    this.#digest ??= this.#entry.digest();
    return this.#digest;
  }
}
