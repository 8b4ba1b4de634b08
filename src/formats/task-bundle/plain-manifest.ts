/**
 * Reads a manifest that is laid out as every writer of this format lays it out: the keys of a file in one
 * order, nothing escaped. One pattern then finds, checks and separates a file, which takes less
 * time than parsing the document and checking each value. Any other manifest is read by the others.
 */

import { isObject, type JsonObject } from "../../base/json/value.ts";
import { parseLine } from "../../base/jsonl.ts";
import { ownValue } from "../../model/task-bundle.ts";
import type { ListedFile } from "../../model/task-bundle-records.ts";
import { isUsable } from "./listed-file.ts";

/** A manifest in two parts. */
export interface ManifestParts {
  /** The manifest with an empty `files`. */
  readonly head: JsonObject;
  readonly files: readonly ListedFile[];
}

/** All up to the first file. Without a bracket or an escape before it, the list is the manifest's own. */
const BEFORE = /^[ \t\r\n]*\{[^{}[\]\\]*"files"[ \t\r\n]*:[ \t\r\n]*\[/;
/** A file with what follows it: a comma, or the end of the list. A path is any text without quote, escape or control character. */
const FILE =
  /[ \t\r\n]*\{[ \t\r\n]*"path":[ \t]*"([ !#-[\]-\uffff]+)",[ \t\r\n]*"sha256":[ \t]*"([0-9a-f]{64})",[ \t\r\n]*"size":[ \t]*(0|[1-9][0-9]{0,14})(?:,[ \t\r\n]*"mode":[ \t]*"(100644|100755)")?[ \t\r\n]*\}[ \t\r\n]*([,\]])/y;

/** The parts of a manifest in the usual layout; null for one that is empty, in another layout, or not valid. */
export function splitPlainManifest(text: string, maxFiles: number): ManifestParts | null {
  const before = BEFORE.exec(text)?.[0];
  if (before === undefined) return null;
  FILE.lastIndex = before.length;
  const files: ListedFile[] = [];
  for (let end = ","; end === ","; ) {
    end = takeFile(text, files);
    if (files.length > maxFiles) return null;
    if (end === "]") return withHead(before, text.slice(FILE.lastIndex), files);
  }
  return null;
}

/** Adds the next file, if it can be used, and returns what follows it. */
function takeFile(text: string, files: ListedFile[]): string {
  const found = FILE.exec(text);
  if (found === null) return "";
  // By number, not taken apart: there are thousands, and an iterator is slow until it is compiled.
  const file = listed(found[1] ?? "", found[2] ?? "", Number(found[3]), found[4]);
  if (!isUsable(file)) return "";
  files.push(file);
  return found[5] ?? "";
}

function listed(path: string, sha256: string, size: number, mode?: string): ListedFile {
  if (mode === "100644" || mode === "100755") return { path, sha256, size, mode };
  return { path, sha256, size };
}

function withHead(before: string, after: string, files: readonly ListedFile[]) {
  const { value } = parseLine(`${before}]${after}`);
  return isObject(value) && Array.isArray(ownValue(value, "files")) ? { head: value, files } : null;
}
