/**
 * Dreams from a hook. A host waits for its hooks, and a dream may take longer than it waits; so the
 * hook starts a detached process and returns. The proposal is put aside for review; nothing is
 * adopted.
 */

import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { isUrl, locateStore } from "../../stores/locate.ts";
import dream from "../kit/dream.ts";
import kitExport from "../kit/export.ts";
import type { OperationContext } from "../operation/operation.ts";
import { storeChoice } from "../operation/workspace.ts";
import { programCommand } from "./program-command.ts";

/** The folder of a workspace for proposals that await review. */
const DREAMS = "dreams";

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

/** Dreams over the workspace's current state; returns the folder to be reviewed. */
export async function dreamHere(context: OperationContext): Promise<string> {
  const location = locateStore(storeChoice(context, undefined));
  if (location === null || isUrl(location)) {
    throw new HoldallError("E_NOT_FOUND", "Cannot dream: no folder is there to keep dreams in");
  }
  const scratch = createTemporaryFolder();
  try {
    const kit = path.join(scratch, "kit");
    // The export stays in the workspace: no secret has to be left out.
    await kitExport.run(context, { out: kit, "keep-secrets": true });
    const folder = path.join(location, DREAMS);
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stamp = context
      .now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, "");
    const { out } = await dream.run(context, { path: kit, out: path.join(folder, stamp) });
    return out;
  } finally {
    removeTemporary(scratch);
  }
}
