import type { FileEntry } from "../../base/file-set.ts";
import { streamArray } from "../../base/json/stream-array.ts";
import { isObject } from "../../base/json/value.ts";
import { parseLine } from "../../base/jsonl.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { decodeUtf8, readBytes } from "../../base/text/text.ts";
import { limitsByFormat } from "../../formats/limits.ts";
import { ownValue, textOf } from "../../model/task-bundle.ts";

/** A file that a workspace manifest lists. */
export interface ManifestFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  /** Git's mode; null when the manifest does not record it. */
  readonly mode: string | null;
}

/** What a manifest records besides its files. */
export interface ManifestHead {
  readonly fileCount: number;
  readonly contentHash: string | null;
}

const limits = limitsByFormat["task-bundle"];
/** Largest manifest that is parsed at once, in bytes; a larger one is read element by element. */
const AT_ONCE = 4 * 1024 * 1024;

/** Reads the files that a manifest lists, in its own order, and gives each to `add`. */
export async function readManifestFiles(
  entry: FileEntry,
  add: (file: ManifestFile) => void,
): Promise<ManifestHead> {
  let listed = 0;
  const take = (value: unknown): void => {
    listed++;
    const file = fileOf(value);
    if (file !== null) add(file);
  };
  const head = await readHead(entry, take);
  return { ...head, fileCount: head.fileCount ?? listed };
}

interface ReadHead {
  readonly fileCount: number | null;
  readonly contentHash: string | null;
}

async function readHead(entry: FileEntry, take: (value: unknown) => void): Promise<ReadHead> {
  if (entry.size <= AT_ONCE) {
    const text = decodeUtf8(await readBytes(entry, AT_ONCE));
    const value = parseLine(withoutByteOrderMark(text ?? "")).value;
    const files = isObject(value) ? ownValue(value, "files") : undefined;
    if (Array.isArray(files)) for (const each of files) take(each);
    return headOf(value);
  }
  const document = streamArray(entry.read(), "files", {
    maxBytes: limits.snapshotBytes,
    maxElements: limits.entries,
    maxElementBytes: limits.lineBytes,
    maxOutsideBytes: limits.documentBytes,
  });
  for await (const { values } of document.batches()) for (const each of values) take(each);
  return headOf(parseLine(document.outside()).value);
}

function headOf(value: unknown): ReadHead {
  if (!isObject(value)) return { fileCount: null, contentHash: null };
  const count = ownValue(value, "fileCount");
  return {
    fileCount: typeof count === "number" ? count : null,
    contentHash: textOf(value, "contentHash"),
  };
}

function fileOf(value: unknown): ManifestFile | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { path, sha256, size, mode } = value as Readonly<Record<string, unknown>>;
  if (typeof path !== "string" || typeof sha256 !== "string" || typeof size !== "number") {
    return null;
  }
  return { path, sha256, size, mode: typeof mode === "string" ? mode : null };
}
