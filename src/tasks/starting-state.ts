/**
 * The files a task started from, out of its bundle: the captured files if they are from before the
 * task, or those from after it with the diff taken back; or the commit that it names, out of a clone of
 * its repository. Nothing of the bundle is run, and nothing is written here; the caller lays the items out.
 */

import { HoldallError } from "../base/errors.ts";
import { findEscapingLinks } from "../base/escaping-links.ts";
import { type FileEntry, type FileSet, filesBelow } from "../base/file-set.ts";
import { hiddenFault, placeFault } from "../base/paths.ts";
import {
  createProtectedPathGuard,
  type ProtectedPathGuard,
  settingsPath,
} from "../base/protected-path.ts";
import { decodeUtf8 } from "../base/text/text.ts";
import { type FilePatch, parsePatch } from "../base/text/unified-diff.ts";
import { commitOf, type ReplayStart, type TaskBundle } from "../model/task-bundle.ts";
import { crossFiles } from "./pack/snapshot-side.ts";

/** One thing to lay out. Links come last, so that nothing is written through one. */
export type StartItem =
  | {
      readonly kind: "file";
      readonly path: string;
      readonly mode: number;
      readonly content: FileEntry | Uint8Array;
    }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | { readonly kind: "folder"; readonly path: string }
  /** Not laid out, and why, as the end of "it is …". */
  | { readonly kind: "left-out"; readonly path: string; readonly why: string };

/** Reads the files of a commit. The caller names the clone: a bundle may not choose a folder. */
export type ReadCommit = (commit: string) => AsyncIterable<StartItem>;

/** Throws unless the task can be run again from the files in its bundle or from the clone that was named. */
function requireStart(
  { bundle, replay }: TaskBundle,
  doing: string,
  readCommit: ReadCommit | null = null,
): ReplayStart {
  // A commit is enough where the user names a clone that has it; no remote has to be known.
  const isCommitNamed = replay.start === null && commitOf(bundle) !== null;
  if (isCommitNamed && readCommit !== null && replay.failed.length === 1) return "repository";
  if (!replay.ready || replay.start === null) {
    throw new HoldallError("E_REPLAY", `Cannot ${doing}: ${replay.failed.join("; ")}`, {
      cure: isCommitNamed
        ? "name a clone that has its commit with --repo"
        : "pack the task again with the files from before: --workspace FOLDER --state before, or --base COMMIT",
    });
  }
  if (replay.start !== "repository" || readCommit !== null) return replay.start;
  throw new HoldallError(
    "E_REPLAY",
    `Cannot ${doing}: the bundle has no files from before the task, only the name of a commit`,
    { cure: "name a clone of its repository with --repo, or pack the task again with its files" },
  );
}

/** How a starting state is read. */
export interface StartOptions {
  /** Reads the commit of a bundle without files from before the task; null when no clone is named. */
  readonly readCommit?: ReadCommit | null;
  /** Whether settings of agents and editors and files of variables are laid out. */
  readonly withSettings?: boolean;
}

/** The files that a task started from. */
export interface TaskStart {
  /** What they are made from. */
  readonly from: ReplayStart;
  /** Reads them, as often as they are needed: files in byte order, then empty folders and links. */
  items(): AsyncIterable<StartItem>;
}

/** Opens the starting state of a task; throws unless the task can be run again. */
export function openStart(
  { task, files }: { readonly task: TaskBundle; readonly files: FileSet },
  doing: string,
  options: StartOptions = {},
): TaskStart {
  const from = requireStart(task, doing, options.readCommit);
  return { from, items: () => readStart(task, files, from, options) };
}

async function* readStart(
  task: TaskBundle,
  files: FileSet,
  from: ReplayStart,
  { readCommit = null, withSettings = false }: StartOptions,
): AsyncGenerator<StartItem> {
  const guard = createProtectedPathGuard();
  const links: LinkItem[] = [];
  const before =
    from === "repository" && readCommit !== null
      ? readCommit(commitOf(task.bundle) ?? "")
      : itemsBefore(task, files, from);
  for await (const each of before) {
    const item = guarded(each, guard, withSettings);
    if (item.kind === "link") links.push(item);
    else yield item;
  }
  for (const path of task.contents.emptyFolders()) {
    yield guarded({ kind: "folder", path }, guard, withSettings);
  }
  const escaping = findEscapingLinks(links);
  for (const link of links) {
    const why = escaping.get(link.path);
    yield why === undefined ? link : { kind: "left-out", path: link.path, why };
  }
}

type LinkItem = Extract<StartItem, { kind: "link" }>;

/** The captured files from before the task, or those from after it with the diff taken back. */
function itemsBefore(
  task: TaskBundle,
  files: FileSet,
  from: ReplayStart,
): AsyncIterable<StartItem> {
  const captured = capturedItems(task, files);
  return from === "snapshot" ? captured : crossFiles(captured, patchesOf(task), "after");
}

function patchesOf({ diff }: TaskBundle): readonly FilePatch[] {
  const patches = parsePatch((diff && decodeUtf8(diff)) ?? "");
  if (patches) return patches;
  throw new HoldallError("E_REPLAY", "Cannot prepare the task: its diff cannot be read");
}

/** The captured files: as the manifest lists them, or whatever is in their folder without one. */
async function* capturedItems(task: TaskBundle, files: FileSet): AsyncGenerator<StartItem> {
  const folder = task.contents.filesFolder();
  if (folder === null) return;
  const captured = filesBelow(files, folder);
  const listed = task.contents.listedFiles();
  if (listed === null) {
    for await (const entry of captured.entries()) {
      if (entry.kind === "file") yield fileItem(entry, entry.path, entry.mode & 0o111);
    }
    return;
  }
  for await (const batch of listed) {
    for (const { path, mode, target } of batch) {
      if (mode === "120000") yield { kind: "link", path, target: target ?? "" };
      else {
        const entry = await captured.get(path);
        if (entry?.kind !== "file") throw missing(path);
        // Without a recorded mode, the file's own one is the best that is known.
        yield fileItem(entry, path, mode == null ? entry.mode & 0o111 : Number(mode === "100755"));
      }
    }
  }
}

function fileItem(content: FileEntry, path: string, executable: number): StartItem {
  return { kind: "file", path, mode: executable ? 0o755 : 0o644, content };
}

function missing(path: string): HoldallError {
  return new HoldallError("E_MISSING_FILE", `Cannot prepare the task: "${path}" is absent`);
}

/**
 * An item unless other programs would act upon it by its mere presence: an agent runs the hooks of a
 * settings file that it finds, and git obeys a repository's configuration. A clone may also have names that
 * cannot be seen as they are.
 */
function guarded(item: StartItem, guard: ProtectedPathGuard, withSettings: boolean): StartItem {
  const { path } = item;
  if (item.kind === "left-out") return item;
  const fault = placeFault(path);
  if (fault !== null) throw new HoldallError("E_PATH", `Cannot prepare "${path}": it ${fault}`);
  const hidden = hiddenFault(path) ?? (item.kind === "link" ? hiddenFault(item.target) : null);
  if (hidden !== null) return { kind: "left-out", path, why: `a name that ${hidden}` };
  const found = guard.check(path, item.kind === "folder" ? "folder" : "file");
  if (found !== null && !found.isSettings) return { kind: "left-out", path, why: found.what };
  const settings = withSettings ? null : settingsPath(path);
  return settings === null ? item : { kind: "left-out", path, why: settings };
}
