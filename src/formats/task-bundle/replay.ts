/**
 * Whether a task can be run again. A start is needed: the captured files if they are from before
 * the task; files from after it if the diff can be reversed; or a repository with a commit. If the
 * bundle does not record which files were captured, the diff decides: on the side on which all its
 * hunks match, the files are.
 */

import { HoldallError } from "../../base/errors.ts";
import type { FileSet } from "../../base/file-set.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { decodeUtf8, readBytes } from "../../base/text/text.ts";
import {
  type Direction,
  type FilePatch,
  matchesPatch,
  parsePatch,
} from "../../base/text/unified-diff.ts";
import {
  commitOf,
  objectOf,
  type Replay,
  type ReplayStart,
  textOf,
} from "../../model/task-bundle.ts";

/** What the rules of replay look at. */
export interface ReplayEvidence {
  readonly bundle: JsonObject;
  readonly task: string | null;
  readonly diff: Uint8Array | null;
  /** The folder of captured files when there is at least one of them. */
  readonly filesFolder: string | null;
  readonly hasErrors: boolean;
}

// Bounds of the comparison with the diff: a larger one leaves the state unknown.
const PATCHES_READ = 100;
const FILE_BYTES_READ = 1024 * 1024;

/** Determines whether the task can be run again, from what, and which rule fails. */
export async function assessReplay(evidence: ReplayEvidence, files: FileSet): Promise<Replay> {
  const { bundle, task, filesFolder } = evidence;
  const sides = filesFolder === null ? null : await sidesThatFit(evidence, filesFolder, files);
  const state = sides && stateOf(bundle, sides);
  const start = startOf(bundle, state, sides);
  const failed: string[] = [];
  if (evidence.hasErrors) failed.push("The bundle has errors");
  if ((task ?? "").trim() === "") failed.push("The task is empty or absent");
  if (start === null) failed.push(missingStart(state));
  const advice = hasAcceptance(bundle, task) ? [] : ["The task names no acceptance criteria"];
  return { ready: failed.length === 0, start, state, failed, advice };
}

function missingStart(state: Replay["state"]): string {
  const snapshot =
    state === null
      ? "no captured files"
      : state === "after"
        ? "the captured files are those after the task, and the diff cannot be reversed"
        : "the bundle does not record whether the captured files are those before the task";
  return `There is no state to start from: ${snapshot}, and no repository with a commit`;
}

function stateOf(bundle: JsonObject, sides: ReadonlySet<Direction>): Direction | "unknown" {
  const declared = textOf(objectOf(bundle, "workspace"), "state");
  if (declared === "before" || declared === "after") return declared;
  if (sides.has("before")) return "before";
  return sides.has("after") ? "after" : "unknown";
}

function startOf(
  bundle: JsonObject,
  state: Replay["state"],
  sides: ReadonlySet<Direction> | null,
): ReplayStart | null {
  if (state === "before") return "snapshot";
  if (state === "after" && sides?.has("after")) return "reversed-diff";
  const git = objectOf(bundle, "git");
  const repository = textOf(bundle, "repo") ?? textOf(git, "remote");
  return repository && commitOf(bundle) ? "repository" : null;
}

function hasAcceptance(bundle: JsonObject, task: string | null): boolean {
  if (textOf(objectOf(bundle, "artifacts"), "acceptance") !== null) return true;
  return /^#{1,6}\s.*acceptance/im.test(task ?? "");
}

/** The sides of the diff that the captured files are on. */
async function sidesThatFit(
  { diff }: ReplayEvidence,
  filesFolder: string,
  files: FileSet,
): Promise<ReadonlySet<Direction>> {
  const text = diff && decodeUtf8(diff);
  const patches = text && parsePatch(text);
  if (!patches || patches.length > PATCHES_READ) return new Set();
  const sides = new Set<Direction>(["before", "after"]);
  for (const patch of patches) {
    for (const side of [...sides]) {
      const captured = await capturedText(patch, side, filesFolder, files);
      if (captured === undefined || !matchesPatch(patch, side, captured)) sides.delete(side);
    }
  }
  return sides;
}

/** The captured file that a side of a patch is about; undefined when it cannot be read as text. */
async function capturedText(
  patch: FilePatch,
  side: Direction,
  filesFolder: string,
  files: FileSet,
): Promise<string | null | undefined> {
  const path = side === "before" ? (patch.before ?? patch.after) : (patch.after ?? patch.before);
  const entry = await files.get(`${filesFolder}/${path}`);
  if (entry === null) return null;
  if (entry.kind !== "file") return undefined;
  try {
    return decodeUtf8(await readBytes(entry, FILE_BYTES_READ)) ?? undefined;
  } catch (error) {
    if (error instanceof HoldallError) return undefined;
    throw error;
  }
}
