import { writeAtomically } from "../../disk/write-atomically.ts";
import type { ReplayStart } from "../../model/task-bundle.ts";
import type { TaskStart } from "../starting-state.ts";
import { type LaidOut, layOut } from "./lay-out.ts";

/** A starting state on disk, and what it was made from. */
export interface PreparedStart extends LaidOut {
  readonly start: ReplayStart;
}

/**
 * Lays the state before a task out in a folder that does not exist yet. The bundle must have been read at level
 * `full`, so that nothing altered is laid out. Nothing of the bundle is run.
 */
export async function prepareStart(start: TaskStart, folder: string): Promise<PreparedStart> {
  const written = await writeAtomically(folder, (temporary) => layOut(start.items(), temporary));
  return { start: start.from, ...written };
}
