import fs from "node:fs";
import path from "node:path";
import { sha256 } from "../../../base/hash.ts";
import { type TaskBundle, textOf } from "../../../model/task-bundle.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { type HiddenFiles, openHidden } from "../../hidden-files.ts";
import type { Check } from "../../judge/checks.ts";
import { type Contestant, folderName } from "../../run/contestant.ts";
import { openStart, type StartOptions, type TaskStart } from "../../starting-state.ts";
import { readChecks } from "../judge/read-checks.ts";
import { readTask } from "../read-task.ts";
import { requireValidTask } from "../require-task.ts";

/** A task and who does it: one run. */
export interface Pair {
  readonly id: string;
  readonly task: TaskBundle;
  /** The name of the task's folder or archive. */
  readonly taskName: string;
  readonly start: TaskStart;
  /** Files that are laid over those of the run when it is judged; null when there are none. */
  readonly hidden: HiddenFiles | null;
  readonly contestant: Contestant;
  readonly attempt: number;
  /** Where its bundle goes. */
  readonly target: string;
  /** Null when the run is not judged. */
  readonly checks: readonly Check[] | null;
}

/** Which runs are wanted. */
interface RunRequest {
  readonly bundles: readonly string[];
  readonly contestants: readonly Contestant[];
  readonly repeat: number;
  /** The folder for the bundles of the runs. */
  readonly out: string;
  /** A file of checks, or a folder with one for each task. */
  readonly checks: string | undefined;
  readonly allowExec: boolean;
  readonly start: StartOptions;
}

/** Every pair, before anything runs: a bundle that cannot be run is refused at once. */
export async function planPairs(
  context: OperationContext,
  request: RunRequest,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (const location of request.bundles) {
    const doing = `run "${location}"`;
    const reading = await readTask(context, location, { level: "full", profile: "lenient" });
    const task = requireValidTask(reading, doing);
    const start = openStart({ task, files: reading.files }, doing, request.start);
    const hidden = openHidden({ task, files: reading.files });
    const taskName = path.basename(reading.absolute);
    const name = taskName.replace(/\.(?:tar\.gz|tgz)$/, "");
    const checks = checksFor(context, request, name);
    for (const contestant of request.contestants) {
      for (let attempt = 1; attempt <= request.repeat; attempt++) {
        const of = [textOf(task.bundle, "id"), task.task, contestant.label, contestant.template];
        const mark = sha256(JSON.stringify(of)).slice(0, 8);
        const id = `${folderName(name)}--${folderName(contestant.label)}--${attempt}-${mark}`;
        const target = path.join(request.out, id);
        pairs.push({ id, task, taskName, start, hidden, contestant, attempt, target, checks });
      }
    }
  }
  return pairs;
}

function checksFor(
  context: OperationContext,
  { checks, allowExec }: RunRequest,
  name: string,
): readonly Check[] | null {
  if (checks === undefined) return null;
  const place = path.resolve(context.cwd, checks);
  const isFolder = fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const file = isFolder ? path.join(place, `${name}.json`) : place;
  return readChecks(context, file, { allowExec });
}
