import fs from "node:fs";
import path from "node:path";
import { formatCount } from "../base/text/format-count.ts";
import { readPath } from "../bundles/disk/open-path.ts";
import { requireValid } from "../bundles/read-bundle.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { bundleFolders } from "../tasks/disk/report/read-collection.ts";

/** The format of a folder with the runs of tasks: each is a bundle of its own. */
export const RUNS = "task-bundles";
/** How many folders deep runs are looked for. */
const MAX_DEPTH = 3;

/** The folders of task bundles below a folder that is none itself; null where there are none. */
export function runsIn(folder: string): readonly string[] | null {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return null;
  const found = [...bundleFolders(folder, MAX_DEPTH)].map((each) => each.folder);
  return found.length === 0 || found.includes(folder) ? null : found;
}

/** Checks each run completely; the first that is not valid is refused. */
export async function checkRuns(
  context: OperationContext,
  runs: readonly string[],
  doing: string,
): Promise<void> {
  for (const [index, run] of runs.entries()) {
    context.progress(`checking ${index + 1} of ${formatCount(runs.length, "run")}`);
    const reading = await readPath(context, run, {}, { profile: "lenient", level: "full" });
    requireValid(reading, `${doing} the run "${path.basename(run)}"`);
  }
}
