/** Decides whether files are those before or after a task, and brings them to the other side. */

import { HoldallError } from "../../base/errors.ts";
import type { FileSet } from "../../base/file-set.ts";
import { decodeUtf8, readBytes } from "../../base/text/text.ts";
import {
  crossPatch,
  type Direction,
  type FilePatch,
  matchesPatch,
} from "../../base/text/unified-diff.ts";
import type { StartItem } from "../starting-state.ts";

/** Largest file that is compared with a diff, in bytes. */
const MAX_COMPARED = 64 * 1024 * 1024;

/** The side of a diff that files are on: the only one that fits, or null. */
export async function sideOfFiles(
  patches: readonly FilePatch[],
  files: FileSet,
): Promise<Direction | null> {
  const sides = new Set<Direction>(["before", "after"]);
  for (const patch of patches) {
    for (const side of [...sides]) {
      const path =
        side === "before" ? (patch.before ?? patch.after) : (patch.after ?? patch.before);
      const text = await textAt(files, path ?? "");
      if (text === undefined || !matchesPatch(patch, side, text)) sides.delete(side);
    }
  }
  const [side = null] = sides;
  return sides.size === 1 ? side : sides.has("before") ? "before" : null;
}

async function textAt(files: FileSet, path: string): Promise<string | null | undefined> {
  const entry = await files.get(path);
  if (entry === null) return null;
  if (entry.kind !== "file" || entry.size > MAX_COMPARED) return undefined;
  return decodeUtf8(await readBytes(entry, MAX_COMPARED)) ?? undefined;
}

/** Files on one side of a diff, as they are on the other; the diff must fit. */
export async function* crossFiles<Item extends StartItem>(
  items: AsyncIterable<Item>,
  patches: readonly FilePatch[],
  side: Direction,
): AsyncGenerator<Item | FileItem> {
  const here = new Map<string, FilePatch>();
  for (const patch of patches) {
    const path = side === "before" ? patch.before : patch.after;
    if (path !== null) here.set(path, patch);
  }
  for await (const item of items) {
    const patch = item.kind === "file" ? here.get(item.path) : undefined;
    if (item.kind !== "file" || patch === undefined) yield item;
    else yield* crossFile(item, patch, side);
  }
  for (const patch of patches) {
    const path = side === "before" ? patch.before : patch.after;
    if (path === null) yield* created(patch, side);
  }
}

type FileItem = Extract<StartItem, { kind: "file" }>;

async function* crossFile(
  item: FileItem,
  patch: FilePatch,
  side: Direction,
): AsyncGenerator<FileItem> {
  const { content } = item;
  const bytes = content instanceof Uint8Array ? content : await readBytes(content, MAX_COMPARED);
  const text = crossPatch(patch, side, decodeUtf8(bytes));
  if (text === undefined) {
    throw new HoldallError("E_REPLAY", `Cannot apply the diff: it does not fit "${item.path}"`);
  }
  if (text === null) return; // There is no such file on the other side.
  yield otherFile(patch, side, text, item.mode);
}

function* created(patch: FilePatch, side: Direction): Generator<FileItem> {
  const text = crossPatch(patch, side, null);
  if (typeof text === "string") yield otherFile(patch, side, text, 0o644);
}

function otherFile(patch: FilePatch, side: Direction, text: string, mode: number): FileItem {
  const [path, named] =
    side === "before" ? [patch.after, patch.afterMode] : [patch.before, patch.beforeMode];
  const executable = named === null ? (mode & 0o111) !== 0 : named === "100755";
  const content = Buffer.from(text);
  return { kind: "file", path: path ?? "", mode: executable ? 0o755 : 0o644, content };
}
