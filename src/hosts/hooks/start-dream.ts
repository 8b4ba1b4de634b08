/**
 * Dreams from a hook. A host waits for its hooks, and a dream may take longer than it waits; so the
 * hook starts a detached process and returns. The proposal is put aside for review; nothing is
 * adopted.
 */

import { startOwnProgramApart } from "../../programs/own-program.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { programCommand } from "../program-command.ts";

/** Starts a dream that outlives the hook. Its failure does not concern the host: the checkpoint is written. */
export function startDream({ cwd }: OperationContext, host: string): void {
  startOwnProgramApart([...programCommand(), "hook", "dream", "--host", host], cwd);
}
