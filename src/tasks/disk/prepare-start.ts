import { writeAtomically } from "../../disk/write-atomically.ts";
import type { ReplayStart } from "../../model/task-bundle.ts";
import { requireStart, type StartOptions, startingState } from "../starting-state.ts";
import { type LaidOut, layOut } from "./lay-out.ts";
import type { TaskReading } from "./read-task.ts";
import { requireValidTask } from "./require-task.ts";

/** A starting state on disk, and what it was made from. */
export interface PreparedStart extends LaidOut {
  readonly start: ReplayStart;
}

/**
 * Lays the state before a task out in a folder that does not exist yet. The reading must be of level
 * `full`, so that nothing altered is laid out. Nothing of the bundle is run.
 */
export async function prepareStart(
  reading: TaskReading,
  folder: string,
  options: StartOptions = {},
): Promise<PreparedStart> {
  const task = requireValidTask(reading, "prepare the task");
  const start = requireStart(task, "prepare the task", options.readCommit);
  const items = startingState(task, reading.files, options);
  const done = await writeAtomically(folder, (temporary) => layOut(items, temporary));
  return { start, ...done };
}
