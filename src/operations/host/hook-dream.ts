/**
 * Dreams from a hook. A host waits for its hooks, and a dream may take longer than it waits; so the
 * hook starts a detached process and returns. The proposal is put aside for review; nothing is
 * adopted.
 */

import { spawn } from "node:child_process";
import type { OperationContext } from "../operation/operation.ts";
import { programCommand } from "./program-command.ts";

/** Starts a dream that outlives the hook. Its failure does not concern the host. */
export function startDream({ cwd }: OperationContext, host: string): void {
  const [program = process.execPath, ...words] = programCommand();
  const child = spawn(program, [...words, "hook", "dream", "--host", host], {
    cwd,
    detached: true,
    stdio: "ignore",
  });
  child.once("error", () => {}); // Nobody could be informed, and the checkpoint is written.
  child.unref();
}
