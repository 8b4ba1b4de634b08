/**
 * Compares two file sets by merging their sorted entries. JSON files are compared by value and
 * JSONL files by line, so that formatting is not reported as a difference; everything else by hash.
 */

import { compareBytes, type FileEntry, type FileSet, piecesOf } from "../../base/file-set.ts";
import { JsonSyntaxError, parseJson } from "../../base/json/parse.ts";
import type { Json } from "../../base/json/value.ts";
import { readLines } from "../../base/jsonl.ts";
import { decodeUtf8, excerpt, readBytes } from "../../base/text/text.ts";
import { isSummed } from "../sums.ts";
import type { Changes } from "./change.ts";
import { diffJson } from "./diff-json.ts";

const MAX_JSON_BYTES = 16 * 1024 * 1024;
const LINE_LIMITS = { maxLineBytes: 1024 * 1024, maxBytes: 1024 * 1024 * 1024 };

/** Compares two bundles of one format file by file, and inside JSON and JSONL files. Sums, signatures and derived files do not count. */
export async function diffFiles(
  left: FileSet,
  right: FileSet,
  derived: readonly string[],
  changes: Changes,
): Promise<void> {
  const lefts = contents(left, derived);
  const rights = contents(right, derived);
  let a = await lefts.next();
  let b = await rights.next();
  while (!a.done || !b.done) {
    const order = a.done ? 1 : b.done ? -1 : compareBytes(a.value.path, b.value.path);
    if (order === 0 && !a.done && !b.done) await diffEntry(a.value, b.value, changes);
    else if (order < 0 && !a.done) addFile("removed", a.value, changes);
    else if (!b.done) addFile("added", b.value, changes);
    if (order <= 0) a = await lefts.next();
    if (order >= 0) b = await rights.next();
  }
}

async function* contents(
  files: FileSet,
  derived: readonly string[],
): AsyncGenerator<FileEntry, undefined> {
  for await (const entry of files.entries()) {
    if (entry.kind === "folder" || !isSummed(entry.path) || derived.includes(entry.path)) continue;
    yield entry;
  }
  return undefined;
}

function addFile(kind: "added" | "removed", entry: FileEntry, changes: Changes): void {
  const size = `${entry.size} bytes`;
  const sides = kind === "added" ? { left: null, right: size } : { left: size, right: null };
  changes.add({ kind, file: entry.path, where: null, ...sides });
}

async function diffEntry(left: FileEntry, right: FileEntry, changes: Changes): Promise<void> {
  const file = left.path;
  if (left.kind !== right.kind) {
    changes.add({ kind: "changed", file, where: null, left: left.kind, right: right.kind });
    return;
  }
  if (left.kind !== "file") return;
  const a = await left.digest();
  const b = await right.digest();
  const executable = (entry: FileEntry) =>
    (entry.mode & 0o111) === 0 ? "not executable" : "executable";
  if (executable(left) !== executable(right)) {
    changes.add({
      kind: "changed",
      file,
      where: "mode",
      left: executable(left),
      right: executable(right),
    });
  }
  if (a.sha256 === b.sha256) return;
  if (file.endsWith(".jsonl") && (await diffLines(left, right, changes))) return;
  const isSmall = a.size <= MAX_JSON_BYTES && b.size <= MAX_JSON_BYTES;
  const values = isSmall ? [await jsonOf(left), await jsonOf(right)] : [];
  if (values[0] !== undefined && values[1] !== undefined) {
    diffJson(file, values[0], values[1], changes);
    return;
  }
  const side = ({ size, sha256 }: typeof a) => `${size} bytes, sha256 ${sha256.slice(0, 12)}…`;
  changes.add({ kind: "changed", file, where: null, left: side(a), right: side(b) });
}

async function jsonOf(entry: FileEntry): Promise<Json | undefined> {
  const text = decodeUtf8(await readBytes(entry, MAX_JSON_BYTES));
  if (text === null || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const { value, problems } = parseJson(text);
    // An unpaired surrogate has no canonical form to compare.
    return problems.some(({ kind }) => kind === "lone-surrogate") ? undefined : value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/**
 * Compares two trails line by line; a line that moved counts as removed and added. How lines end, blank
 * lines and a missing last newline are no difference, as formatting is none in JSON. False when the
 * lines are not all text, so that they cannot be compared.
 */
async function diffLines(left: FileEntry, right: FileEntry, changes: Changes): Promise<boolean> {
  const lefts = lines(left);
  const rights = lines(right);
  let number = 0;
  let isText = true;
  let isSame = true;
  for (;;) {
    const a = await lefts.next();
    const b = await rights.next();
    if (a.done && b.done) return isText || !isSame;
    number++;
    const before = a.done ? null : a.value;
    const after = b.done ? null : b.value;
    if (before === NOT_TEXT || after === NOT_TEXT) isText = false;
    if (before === after) continue;
    isSame = false;
    const kind = before === null ? "added" : after === null ? "removed" : "changed";
    const show = (text: string | null) => (text === null ? null : excerpt(text, 120));
    changes.add({
      kind,
      file: left.path,
      where: `line ${number}`,
      left: show(before),
      right: show(after),
    });
  }
}

const NOT_TEXT = "(not UTF-8)";

async function* lines(entry: FileEntry): AsyncGenerator<string, undefined> {
  for await (const batch of readLines(piecesOf(entry), LINE_LIMITS)) {
    for (const line of batch) {
      if (line.badUtf8At !== undefined) yield NOT_TEXT;
      else if (line.text.trim() !== "") yield line.text.trimEnd();
    }
  }
  return undefined;
}
