/**
 * One walk over all files of a bundle. Entries come in byte order, and so do the manifest's; the
 * two are merged without keeping either in memory. The same walk collects what a writer passes on
 * and reports what nothing lists.
 */

import { HoldallError } from "../../base/errors.ts";
import { batchesOf, type FileEntry, type FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { KeptFiles, MAX_KEPT_FILES } from "../../model/task-bundle.ts";
import { isCompanionFile } from "../companion-files.ts";
import type { ReadOptions } from "../format.ts";
import { checkWorkspace, reportUnlisted } from "./check-workspace.ts";
import type { Manifest } from "./read-manifest.ts";

/** What the files of a bundle are compared with. */
export interface FileIndex {
  /** Paths that `bundle.json` names, of files or of folders. */
  readonly named: ReadonlySet<string>;
  /** The folder of captured files. */
  readonly filesFolder: string | null;
  readonly manifest: Manifest | null;
  /** The hidden files; null when the bundle has none. */
  readonly hidden: HiddenIndex | null;
  /** Paths that were reported as links already. */
  readonly reported: ReadonlySet<string>;
}

/** Where the hidden files of a bundle are, and what lists them. */
export interface HiddenIndex {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The result of a walk over the files. */
export interface WalkResult {
  /** The files that a writer passes on. */
  readonly kept: KeptFiles;
  /** Whether there is a captured file to start from. */
  readonly hasCaptured: boolean;
}

/**
 * Walks over everything in the bundle once. Above level `records` every captured file is compared with the
 * manifest, and what nothing lists is reported.
 */
export async function checkFiles(
  files: FileSet,
  index: FileIndex,
  options: ReadOptions,
): Promise<WalkResult> {
  const kept = new KeptFiles();
  try {
    const hasCaptured = await walk(files, index, kept, options);
    return { kept, hasCaptured: index.manifest ? index.manifest.count > 0 : hasCaptured };
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    options.findings.error(error.code, {}, error.message);
    return { kept, hasCaptured: false };
  }
}

async function walk(
  files: FileSet,
  index: FileIndex,
  kept: KeptFiles,
  options: ReadOptions,
): Promise<boolean> {
  const { findings, level, limits, isForChecking = false } = options;
  const { manifest, filesFolder, named } = index;
  const compares = level !== "records";
  const workspace =
    manifest && filesFolder && compares ? checkWorkspace(manifest, filesFolder, options) : null;
  const { hidden } = index;
  const hiddenCheck =
    hidden && compares ? checkWorkspace(hidden.manifest, hidden.folder, options) : null;
  let count = 0;
  let isMet = false;
  for await (const batch of batchesOf(files)) {
    for (const entry of batch) {
      if (entry.kind === "folder" || entry.path === "bundle.json") continue;
      if (++count > limits.members) throw tooMany(limits.members);
      const isCaptured = isBelow(entry.path, filesFolder) && !named.has(entry.path);
      const isHidden = hidden !== null && isBelow(entry.path, hidden.folder);
      isMet ||= isCaptured;
      if (entry.kind === "file" && (isCaptured || !isCompanionFile(entry.path))) {
        if (isForChecking) kept.leaveOut();
        else kept.add(entry);
      }
      const check = isHidden ? hiddenCheck : isCaptured ? workspace : null;
      const waiting = check?.take(entry);
      if (waiting) await waiting;
      if (!check) checkEntry(entry, index, compares, findings);
      // Without a comparison, the rest would bring nothing new.
      if (!compares && count > MAX_KEPT_FILES) return isMet;
    }
  }
  await workspace?.finish();
  await hiddenCheck?.finish();
  if (!manifest && filesFolder !== null && !isMet) {
    findings.error("E_MISSING_FILE", { file: filesFolder }, "No captured file is there");
  }
  return isMet;
}

function checkEntry(
  entry: FileEntry,
  index: FileIndex,
  compares: boolean,
  findings: Findings,
): void {
  const { path, kind } = entry;
  if (kind === "file" && (!compares || isCompanionFile(path) || isNamed(path, index))) return;
  // Links of the workspace are compared only above level `records`.
  if (kind === "link" && !compares && isBelow(path, index.filesFolder)) return;
  if (!index.reported.has(path)) reportUnlisted(entry, findings);
}

function isNamed(path: string, { named }: FileIndex): boolean {
  if (named.has(path)) return true;
  // A pointer may name a folder: the captured files without a manifest, or one of an unknown key.
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    if (named.has(path.slice(0, at))) return true;
  }
  return false;
}

function isBelow(path: string, folder: string | null): boolean {
  return folder !== null && path[folder.length] === "/" && path.startsWith(folder);
}

function tooMany(limit: number): HoldallError {
  return new HoldallError("E_LIMIT", `Cannot check the files: more than ${limit}`, {
    cure: "if you trust the bundle, raise the limit with --limit",
  });
}
