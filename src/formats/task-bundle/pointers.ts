import type { FileEntry, FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { pointerOf } from "../../base/json/pointer.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { pathFault } from "../../base/paths.ts";
import { excerpt } from "../../base/text/text.ts";
import { objectOf, textOf } from "../../model/task-bundle.ts";

/** Where pointers are followed, and which faults were reported. */
export interface PointerScope {
  readonly files: FileSet;
  readonly findings: Findings;
  /** Links that a pointer met and that were reported: once is enough. */
  readonly reported: Set<string>;
}

/** What `artifacts` of `bundle.json` points to. */
export interface Artifacts {
  /** Regular files by their key. */
  readonly files: ReadonlyMap<string, FileEntry>;
  /** The folder of captured files, when a pointer names one that can be used. */
  readonly filesFolder: string | null;
  /** The folder of hidden files, when a pointer names one that can be used. */
  readonly hiddenFolder: string | null;
  /** Every path that a pointer names, of a file or of a folder. */
  readonly named: ReadonlySet<string>;
}

const FILES_FOLDER = "workspaceFilesDir";
const HIDDEN_FOLDER = "hiddenFilesDir";
const FOLDER_KEYS = new Set([FILES_FOLDER, HIDDEN_FOLDER]);
const FILE_KEYS = new Set([
  "task",
  "summary",
  "diff",
  "events",
  "acceptance",
  "workspaceManifest",
  "hiddenManifest",
]);

/** Follows every artifact pointer: none may leave the bundle, and known ones must lead to a file. */
export async function followArtifacts(bundle: JsonObject, scope: PointerScope): Promise<Artifacts> {
  const { findings } = scope;
  const artifacts = objectOf(bundle, "artifacts");
  const found = new Map<string, FileEntry>();
  const named = new Set<string>();
  const folders = new Map<string, string>();
  for (const key of Object.keys(artifacts)) {
    const path = pathOf(textOf(artifacts, key), key);
    // A value that is no text was reported with the shape, or belongs to an unknown key.
    if (path === null || !isInside(path, pointerOf(["artifacts", key]), findings)) continue;
    named.add(path);
    if (FOLDER_KEYS.has(key)) {
      if (await isFolder(path, scope)) folders.set(key, path);
      continue;
    }
    if (!FILE_KEYS.has(key)) continue;
    const entry = await pointedFile(path, scope);
    if (entry) found.set(key, entry);
  }
  const filesFolder = folders.get(FILES_FOLDER) ?? null;
  const hiddenFolder = folders.get(HIDDEN_FOLDER) ?? null;
  return { files: found, filesFolder, hiddenFolder, named };
}

function pathOf(text: string | null, key: string): string | null {
  return FOLDER_KEYS.has(key) && text !== null && text.length > 1 ? text.replace(/\/$/, "") : text;
}

/**
 * Whether a path of `bundle.json` stays inside the bundle; otherwise the reason becomes a finding.
 */
export function isInside(path: string, pointer: string, findings: Findings): boolean {
  const fault = pathFault(path);
  if (fault === null) return true;
  const message = `The path "${excerpt(path)}" ${fault}`;
  findings.error("E_PATH", { file: "bundle.json", pointer }, message);
  return false;
}

/** The regular file at a path that a pointer names, or null with a finding. */
export async function pointedFile(path: string, scope: PointerScope): Promise<FileEntry | null> {
  const entry = await scope.files.get(path);
  if (entry?.kind === "file") return entry;
  const obstacle = entry ?? (await obstacleAbove(path, scope.files));
  if (obstacle) reportObstacle(obstacle, scope);
  else scope.findings.error("E_MISSING_FILE", { file: path }, `"${excerpt(path)}" is absent`);
  return null;
}

/** A link or file in place of a parent folder: following it could leave the bundle. */
async function obstacleAbove(path: string, files: FileSet): Promise<FileEntry | null> {
  const segments = path.split("/");
  for (let length = 1; length < segments.length; length++) {
    const entry = await files.get(segments.slice(0, length).join("/"));
    if (entry && entry.kind !== "folder") return entry;
  }
  return null;
}

function reportObstacle(entry: FileEntry, { findings, reported }: PointerScope): void {
  if (reported.has(entry.path)) return;
  reported.add(entry.path);
  const what = entry.kind === "other" ? "device or pipe" : entry.kind;
  findings.error("E_LINK", { file: entry.path }, `A ${what} is in the place of a file`);
}

async function isFolder(path: string, scope: PointerScope): Promise<boolean> {
  const entry = (await scope.files.get(path)) ?? (await obstacleAbove(path, scope.files));
  // A set of files only (an archive, memory) has no entries for folders.
  if (entry === null || entry.kind === "folder") return true;
  reportObstacle(entry, scope);
  return false;
}
