/**
 * The files a task started from, out of its bundle: the captured files if they are from before the
 * task, or those from after it with the diff taken back; or the commit that it names, out of a clone of
 * its repository. Nothing of the bundle is run, and nothing is written here; the caller lays the items out.
 */

import { HoldallError } from "../base/errors.ts";
import { type FileEntry, type FileSet, filesBelow } from "../base/file-set.ts";
import { pathFault } from "../base/paths.ts";
import { createProtectedPathGuard, type ProtectedPathGuard } from "../base/protected-path.ts";
import { decodeUtf8 } from "../base/text/text.ts";
import { type FilePatch, parsePatch } from "../base/text/unified-diff.ts";
import { commitOf, type ReplayStart, type TaskBundle } from "../model/task-bundle.ts";
import { staysInside } from "./link-target.ts";
import { crossFiles } from "./pack/snapshot-side.ts";

/** One thing to lay out. Links come after all files, so that no file is written through one. */
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
export function requireStart(
  { replay }: TaskBundle,
  doing: string,
  readCommit: ReadCommit | null = null,
): ReplayStart {
  if (!replay.ready || replay.start === null) {
    throw new HoldallError("E_REPLAY", `Cannot ${doing}: ${replay.failed.join("; ")}`);
  }
  if (replay.start !== "repository" || readCommit !== null) return replay.start;
  throw new HoldallError(
    "E_REPLAY",
    `Cannot ${doing}: the bundle has no files from before the task, only the name of a commit`,
    { cure: "name a clone of its repository with --repo, or pack the task again with its files" },
  );
}

/** The files of a task's starting state, in byte order, then links and empty folders. */
export async function* startingState(
  task: TaskBundle,
  files: FileSet,
  readCommit: ReadCommit | null = null,
): AsyncGenerator<StartItem> {
  const guard = createProtectedPathGuard();
  const items = itemsBefore(task, files, readCommit);
  const links: StartItem[] = [];
  for await (const item of items) {
    if (item.kind === "link") links.push(item);
    else yield* guarded(item, guard);
  }
  for (const link of links) yield* guarded(link, guard);
  for (const path of task.contents.emptyFolders()) yield* guarded({ kind: "folder", path }, guard);
}

function itemsBefore(
  task: TaskBundle,
  files: FileSet,
  readCommit: ReadCommit | null,
): AsyncIterable<StartItem> {
  const start = requireStart(task, "prepare the task", readCommit);
  if (start === "repository" && readCommit !== null) {
    return readCommit(commitOf(task.bundle) ?? "");
  }
  const captured = capturedItems(task, files);
  return start === "snapshot" ? captured : crossFiles(captured, patchesOf(task), "after");
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
      if (mode === "120000") yield linkItem(path, target ?? "");
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

/** A link, unless it could lead out of the folder that it is laid out in. */
export function linkItem(path: string, target: string): StartItem {
  return staysInside(path, target)
    ? { kind: "link", path, target }
    : { kind: "left-out", path, why: "a link that could leave the workspace" };
}

function missing(path: string): HoldallError {
  return new HoldallError("E_MISSING_FILE", `Cannot prepare the task: "${path}" is absent`);
}

/**
 * An item unless other programs would act upon it by its mere presence: an agent runs the hooks of a
 * settings file that it finds, and git obeys a repository's configuration.
 */
function* guarded(item: StartItem, guard: ProtectedPathGuard): Generator<StartItem> {
  if (item.kind === "left-out") {
    yield item;
    return;
  }
  const fault = pathFault(item.path);
  if (fault !== null)
    throw new HoldallError("E_PATH", `Cannot prepare "${item.path}": it ${fault}`);
  const found = guard.check(item.path, item.kind === "folder" ? "folder" : "file");
  yield found === null ? item : { kind: "left-out", path: item.path, why: found.what };
}
