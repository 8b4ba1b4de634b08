import type { FoundSession } from "../agents/agent.ts";
import { isInTemporaryFolder } from "../disk/temporary-name.ts";

/**
 * Whether a session is that of a run of a task. Only `task run` starts agents in a temporary folder of this program,
 * whose name nothing else has; the folder is gone afterwards. Who works in such a folder (`here`), as the tour does,
 * means sessions of their own.
 */
export function isTaskRun({ cwd }: Pick<FoundSession, "cwd">, here: string): boolean {
  return cwd !== null && isInTemporaryFolder(cwd) && !isInTemporaryFolder(here);
}

/** The option of commands that list sessions. */
export const RUNS_HELP = "Also sessions of runs of tasks (task run --home mine)";
