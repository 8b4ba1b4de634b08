/**
 * Reads a task bundle: index, pointers, recorded hashes, contents, then one walk over all files,
 * and last the question whether the task could be run again. Each step uses what the one before
 * accepted, and none stops the others.
 */

import type { FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { pathFault } from "../../base/paths.ts";
import { excerpt } from "../../base/text/text.ts";
import {
  objectOf,
  ownValue,
  type TaskBundle,
  TaskContents,
  textOf,
  type WorkspaceOverview,
} from "../../model/task-bundle.ts";
import type { ReadOptions } from "../format.ts";
import { checkArtifactInfo } from "./check-artifact-info.ts";
import { readEvents } from "./check-events.ts";
import { checkFiles, type HiddenIndex } from "./check-files.ts";
import { checkLayout } from "./check-layout.ts";
import { inByteOrder } from "./manifest-order.ts";
import { type Artifacts, followArtifacts, type PointerScope } from "./pointers.ts";
import { readContents } from "./read-contents.ts";
import { readIndex } from "./read-index.ts";
import type { Manifest } from "./read-manifest.ts";
import { assessReplay } from "./replay.ts";

/** Reads and checks a task bundle; null when `bundle.json` cannot be used. */
export async function read(files: FileSet, options: ReadOptions): Promise<TaskBundle | null> {
  const { findings } = options;
  const errorsBefore = findings.errorCount();
  const index = await readIndex(files, options);
  if (!index) return null;
  const { bundle } = index;
  const scope: PointerScope = { files, findings, reported: new Set() };
  const artifacts = await followArtifacts(bundle, scope);
  const recorded = await checkArtifactInfo(bundle, options.level, scope);
  const {
    manifest,
    hidden: hiddenManifest,
    ...texts
  } = await readContents(artifacts, files, options);
  const filesFolder = filesFolderOf(artifacts.filesFolder, manifest, findings);
  const hidden = hiddenIndex(artifacts.hiddenFolder, hiddenManifest, findings);
  const emptyFolders = manifest ? emptyFoldersOf(manifest, findings) : [];
  if (manifest && options.level !== "records") await checkLayout(manifest, emptyFolders, options);
  const named = new Set([...artifacts.named, ...recorded]);
  const expected = { named, filesFolder, manifest, hidden, reported: scope.reported };
  const { kept, hasCaptured } = await checkFiles(files, expected, options);
  const hasErrors = findings.errorCount() > errorsBefore;
  // A task may start from nothing, if it says so.
  const startsEmpty = manifest?.count === 0 && stateOf(bundle) === "before";
  const replay = await assessReplay(
    { bundle, ...texts, filesFolder: hasCaptured || startsEmpty ? filesFolder : null, hasErrors },
    files,
  );
  if (!replay.ready && !hasErrors) {
    findings.warn("W_NOT_REPLAYABLE", { file: "bundle.json" }, replay.failed.join("; "));
  }
  const workspace = manifest && overview(manifest);
  const contents = largeContents(
    { artifacts, manifest, filesFolder, emptyFolders, hidden },
    options,
  );
  const hiddenFiles = hidden && overview(hidden.manifest);
  return {
    bundle,
    original: index,
    ...texts,
    workspace,
    hidden: hiddenFiles,
    replay,
    files: kept,
    contents,
  };
}

function stateOf(bundle: JsonObject): string | null {
  return textOf(objectOf(bundle, "workspace"), "state");
}

interface ContentSources {
  readonly artifacts: Artifacts;
  readonly manifest: Manifest | null;
  readonly filesFolder: string | null;
  readonly emptyFolders: readonly string[];
  readonly hidden: HiddenIndex | null;
}

function largeContents(sources: ContentSources, options: ReadOptions): TaskContents {
  const { artifacts, manifest, filesFolder, emptyFolders, hidden } = sources;
  const events = artifacts.files.get("events");
  return new TaskContents({
    events: async function* () {
      if (events) yield* readEvents(events, options);
    },
    listed: manifest && (() => inByteOrder(manifest, options.limits)),
    filesFolder,
    emptyFolders,
    hidden: hidden && {
      folder: hidden.folder,
      listed: () => inByteOrder(hidden.manifest, options.limits),
    },
  });
}

function emptyFoldersOf({ head, entry }: Manifest, findings: Findings): readonly string[] {
  const listed = ownValue(head, "emptyFolders");
  const folders = Array.isArray(listed) ? listed.filter((each) => typeof each === "string") : [];
  return folders.filter((folder, at) => {
    const fault = pathFault(folder);
    if (fault === null) return true;
    const place = { file: entry.path, pointer: `/emptyFolders/${at}` };
    findings.error("E_PATH", place, `The path "${excerpt(folder)}" ${fault}`);
    return false;
  });
}

/**
 * The folder to which a manifest's paths are relative: the pointer's, otherwise the manifest's own
 * root.
 */
function filesFolderOf(
  filesFolder: string | null,
  manifest: Manifest | null,
  findings: Findings,
): string | null {
  const root = manifest && textOf(manifest.head, "root")?.replace(/(?<=.)\/$/, "");
  if (!manifest || !root) return filesFolder;
  const place = { file: manifest.entry.path, pointer: "/root" };
  const fault = pathFault(root);
  if (fault !== null) findings.error("E_PATH", place, `The path "${excerpt(root)}" ${fault}`);
  else if (filesFolder === null) return root;
  else if (filesFolder !== root) {
    findings.error("E_SHAPE", place, "Another folder than the one that bundle.json names");
  }
  return filesFolder;
}

/** The hidden files of a bundle: regular files that a manifest lists. A link would be laid over the files of a run. */
function hiddenIndex(
  named: string | null,
  manifest: Manifest | null,
  findings: Findings,
): HiddenIndex | null {
  const folder = filesFolderOf(named, manifest, findings);
  if (folder !== null && manifest === null) {
    const place = { file: "bundle.json", pointer: "/artifacts" };
    findings.error("E_SHAPE", place, "Hidden files need a hiddenManifest that lists them");
  }
  if (folder === null || manifest === null) return null;
  if (manifest.links?.length !== 0) {
    const place = { file: manifest.entry.path, pointer: "/files" };
    findings.error("E_LINK", place, "Hidden files must be regular files, not links");
  }
  return { folder, manifest };
}

function overview({ head, count, bytes, first }: Manifest): WorkspaceOverview {
  return { capturedAt: textOf(head, "capturedAt"), count, bytes, first };
}
