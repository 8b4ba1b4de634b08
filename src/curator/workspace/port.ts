import type { Collection, CollectionKind } from "./collection/collection.ts";

/** A regular file of a responsibility. */
export interface FileStat {
  /** Relative to the folder of the responsibility. */
  readonly path: string;
  readonly size: number;
  /** Changes whenever the file is written, as far as the file system knows. */
  readonly version: string;
}

/**
 * The files of one responsibility. Rules see them through this port and never the disk. Only regular
 * files inside the responsibility's folder exist here: links are not followed, and a file larger than
 * the limit cannot be read.
 */
export interface ResponsibilityFiles {
  /** Regular files directly in a folder, sorted by the bytes of their names; none if there is no folder. */
  list(folder: string): readonly FileStat[];
  /** Names of the folders in a folder, sorted. */
  folders(folder: string): readonly string[];
  /** Names in a folder that are neither files nor folders: links, pipes. */
  others(folder: string): readonly string[];
  stat(path: string): FileStat | null;
  /** The text of a file; null if there is none. One that is not UTF-8 or too large is refused. */
  read(path: string): string | null;
  /** SHA-256 and number of lines of a file, from a cache while the file is unchanged. */
  facts(path: string): FileFacts;
  /** What `compute` found in the text of a file, from a cache while the file is unchanged. */
  derive<Value>(path: string, name: string, compute: (text: string) => Value): Value;
  /** Many files of one kind in short, from a cache for those that are unchanged. */
  collect(kind: CollectionKind): Collection;
}

/** What is recorded about an input. */
export interface FileFacts {
  readonly sha256: string;
  readonly lines: number;
}
