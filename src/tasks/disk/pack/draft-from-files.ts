/** Reads the parts of a task that are in files; what is to be done may be stated in words. */

import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import type { FileEntry } from "../../../base/file-set.ts";
import { excerptLine } from "../../../base/text/one-line.ts";
import { readBytes } from "../../../base/text/text.ts";
import { singleFile } from "../../../disk/folder.ts";
import { requireFile, requirePath } from "../../../disk/require-file.ts";
import { readSmallFile } from "../../../disk/small-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { PackSettings } from "../../pack/pack-config.ts";
import { requireSetting } from "../../pack/pack-config.ts";
import { taskMetadata } from "./pack-metadata.ts";
import type { TaskDraft } from "./task-draft.ts";

const MAX_TEXT = 16 * 1024 * 1024;
/** A larger patch is copied piece by piece. */
const MAX_DIFF_IN_MEMORY = 64 * 1024 * 1024;

/** The task that the settings describe. */
export async function draftFromFiles(
  context: OperationContext,
  settings: PackSettings,
): Promise<TaskDraft> {
  const { title, task, summary } = textsOf(settings);
  requireSetting(settings, "out");
  const { acceptance, diff, events, workspace } = settings;
  if (workspace !== undefined) requireFolder(workspace);
  const diffEntry = diff === undefined ? undefined : await entryOf(diff);
  const inputs = [settings.task, settings.summary, acceptance, diff, events, workspace];
  return {
    title,
    task,
    summary,
    acceptance: acceptance === undefined ? undefined : read(acceptance, "acceptance criteria"),
    diff: diffEntry && (await inMemory(diffEntry)),
    events: events === undefined ? undefined : await entryOf(events),
    folder: workspace ?? null,
    metadata: await taskMetadata(
      settings,
      workspace ?? (settings.task === undefined ? context.cwd : path.dirname(settings.task)),
    ),
    createdAt: settings.createdAt ?? context.now().toISOString(),
    inputs: inputs.filter((input) => input !== undefined),
    beside: new Map(),
  };
}

const MAX_TITLE_SHOWN = 120;

/** The texts of the task. One that is stated in words has a title from them, and nothing was done for it yet. */
function textsOf(settings: PackSettings): Pick<TaskDraft, "title" | "task" | "summary"> {
  const { prompt, summary } = settings;
  if (prompt === undefined) {
    const title = requireSetting(settings, "title");
    const task = read(requireSetting(settings, "task"), "task");
    return { title, task, summary: read(requireSetting(settings, "summary"), "summary") };
  }
  const [firstLine = ""] = prompt.trim().split("\n");
  return {
    title: settings.title ?? excerptLine(firstLine, MAX_TITLE_SHOWN),
    task: `${prompt.trim()}\n`,
    summary: summary === undefined ? NOT_DONE : read(summary, "summary"),
  };
}

const NOT_DONE = "# Summary\n\nNobody has done this task yet.\n";

function read(file: string, what: string): string {
  return readSmallFile("/", file, { what, maxBytes: MAX_TEXT }).text;
}

async function entryOf(file: string): Promise<FileEntry> {
  requireFile({ absolute: file, typed: file, doing: "read" });
  const entry = await singleFile(file).get(path.basename(file));
  if (entry) return entry;
  throw new HoldallError("E_NOT_FOUND", `Cannot read "${file}": it does not exist`);
}

async function inMemory(entry: FileEntry): Promise<Uint8Array | FileEntry> {
  return entry.size > MAX_DIFF_IN_MEMORY ? entry : readBytes(entry, MAX_DIFF_IN_MEMORY);
}

function requireFolder(folder: string): void {
  const stat = requirePath({ absolute: folder, typed: folder, doing: "capture" });
  if (stat.isDirectory()) return;
  throw new HoldallError("E_USAGE", `Cannot capture "${folder}": it is not a folder`);
}
