/** Lists the files of a workspace that a task bundle captures. */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { findEscapingLinks, type Link } from "../../../base/escaping-links.ts";
import { batchesOf, type FileEntry, type FileSet } from "../../../base/file-set.ts";
import { placeFault } from "../../../base/paths.ts";
import { excerpt } from "../../../base/text/text.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { systemCode } from "../../../disk/io-error.ts";
import { readAtOnce } from "../../../disk/open-file.ts";
import { parseTemporaryName } from "../../../disk/temporary-name.ts";
import { isInside } from "../../../runtime/workspace-paths.ts";
import type { IgnoreRules } from "../../pack/ignore-rules.ts";
import type { CapturedItem } from "../../pack/write-task.ts";

/** Something that could not be captured, and why. */
export interface Skipped {
  readonly path: string;
  readonly why: string;
}

/** How a folder is captured. */
export interface CaptureOptions {
  readonly rules: IgnoreRules;
  readonly followLinks: boolean;
  /** The only paths to capture; null captures all. */
  readonly only: Pick<ReadonlySet<string>, "has"> | null;
  readonly onSkip: (skipped: Skipped) => void;
  readonly progress: (text: string) => void;
}

/** Larger files are copied piece by piece. */
const AT_ONCE = 1024 * 1024;

/** The files and empty folders of a workspace, in byte order, then its links; each file is read once. */
export async function* captureFolder(
  root: string,
  options: CaptureOptions,
): AsyncGenerator<CapturedItem> {
  const { only, progress } = options;
  const real = fs.realpathSync(root);
  const files = capturedFiles(real, options.rules, (count) => progress(`captured ${count} files`));
  // A folder is empty unless something follows that is inside it.
  let folder: string | null = null;
  const links: Link[] = [];
  for await (const batch of batchesOf(files)) {
    for (const entry of batch) {
      if (folder !== null && !entry.path.startsWith(`${folder}/`)) yield* emptyFolder(folder, only);
      folder = entry.kind === "folder" ? entry.path : null;
      if (entry.kind === "folder") continue;
      if (only !== null && !only.has(entry.path)) continue;
      requireName(entry.path);
      if (entry.kind === "link" && !options.followLinks) {
        links.push({ path: entry.path, target: entry.target ?? "" });
        continue;
      }
      const item =
        entry.kind === "link" ? linkedFile(entry, real, options) : fileItem(entry, real, options);
      if (item) yield item;
    }
  }
  if (folder !== null) yield* emptyFolder(folder, only);
  yield* safeLinks(links, options.onSkip);
}

/** The links of a workspace that stay inside when they are laid out again; the others are skipped. */
export function* safeLinks(
  links: readonly Link[],
  onSkip: (skipped: Skipped) => void,
): Generator<CapturedItem> {
  const escaping = findEscapingLinks(links);
  for (const { path: file, target } of links) {
    const why = escaping.get(file);
    if (why === undefined) yield { kind: "link", path: file, target };
    else onSkip({ path: file, why });
  }
}

function* emptyFolder(folder: string, only: CaptureOptions["only"]): Generator<CapturedItem> {
  if (only === null) yield { kind: "folder", path: folder };
}

/** The files of a folder without what is excluded; an excluded folder is not entered. */
export function capturedFiles(
  root: string,
  rules: IgnoreRules,
  onProgress?: (count: number) => void,
): FileSet {
  const skips = (relative: string, isFolder: boolean) => {
    const isOut =
      rules.isExcluded(relative, isFolder) || (isFolder && isPacked(path.join(root, relative)));
    return isOut && !(isFolder && rules.mayInclude(relative));
  };
  return folderFiles(root, onProgress, skips);
}

/** Whether a folder is a task with the conversation that it was packed from, or one that is being written: no part of another. */
function isPacked(folder: string): boolean {
  if (parseTemporaryName(path.basename(folder)) !== null) return true;
  const has = (name: string) => fs.existsSync(path.join(folder, name));
  return has("bundle.json") && has("transcript/transcript.jsonl");
}

/** A name that cannot be written on every system would name another file there. */
function requireName(relative: string): void {
  const fault = relative.includes("\ufffd") ? "is not UTF-8" : placeFault(relative);
  if (fault === null) return;
  throw new HoldallError(
    "E_PATH",
    `Cannot capture "${excerpt(relative, 200)}": its name ${fault}`,
    {
      cure: "rename it, or leave it out with --exclude",
    },
  );
}

function fileItem(entry: FileEntry, root: string, { onSkip }: CaptureOptions): CapturedItem | null {
  const skip = (why: string) => {
    onSkip({ path: entry.path, why });
    return null;
  };
  if (entry.kind !== "file") return skip("not a regular file");
  try {
    const { stat, bytes } = readAtOnce(`${root}${path.sep}${entry.path}`, AT_ONCE);
    if (!stat.isFile()) return skip("not a regular file");
    const mode = stat.mode & 0o111 ? 0o755 : 0o644;
    return { kind: "file", path: entry.path, mode, content: bytes ?? entry };
  } catch (error) {
    if (["EACCES", "EPERM", "ENOENT"].includes(systemCode(error))) return skip("it cannot be read");
    throw error;
  }
}

/** Whether a file is excluded, by its own name or that of a folder above it. */
export function isLeftOut(rules: IgnoreRules, file: string): boolean {
  const names = file.split("/");
  return names.some((_, at) =>
    rules.isExcluded(names.slice(0, at + 1).join("/"), at < names.length - 1),
  );
}

/** What a link leads to, as a file in its place; nothing that the workspace itself would not capture. */
function linkedFile(
  { path: relative }: FileEntry,
  root: string,
  { rules, onSkip }: CaptureOptions,
): CapturedItem | null {
  const absolute = path.join(root, relative);
  const real = fs.existsSync(absolute) ? fs.realpathSync(absolute) : null;
  const stat = real !== null && isInside(real, root) ? fs.statSync(real) : null;
  if (real === null || !stat?.isFile()) {
    onSkip({ path: relative, why: "a link to no file of the workspace" });
    return null;
  }
  if (isLeftOut(rules, path.relative(root, real).split(path.sep).join("/"))) {
    onSkip({ path: relative, why: "a link to a file that is excluded" });
    return null;
  }
  const mode = stat.mode & 0o111 ? 0o755 : 0o644;
  return { kind: "file", path: relative, mode, content: fs.readFileSync(real) };
}
