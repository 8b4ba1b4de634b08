import fs from "node:fs";
import path from "node:path";
import { createTemporaryFolder, removeTemporary } from "../../../disk/temporary.ts";
import type { TaskStart } from "../../starting-state.ts";
import { writePatch } from "../git-patch.ts";
import { prepareStart } from "../prepare-start.ts";

/**
 * The patch of what a run changed. The files from before are laid out again, and git's own files are created
 * afterwards: the program could have changed whatever was there while it ran, and git starts programs that its
 * files name.
 */
export async function diffFromStart(start: TaskStart, project: string): Promise<Uint8Array> {
  const scratch = createTemporaryFolder();
  try {
    const before = path.join(scratch, "start");
    const gitFolder = path.join(scratch, "git");
    const patchFile = path.join(scratch, "result.diff");
    await prepareStart(start, before);
    fs.mkdirSync(gitFolder);
    await writePatch({ before, after: project, gitFolder, patchFile });
    return fs.readFileSync(patchFile);
  } finally {
    removeTemporary(scratch);
  }
}
