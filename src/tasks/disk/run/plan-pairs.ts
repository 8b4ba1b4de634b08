import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { sha256 } from "../../../base/hash.ts";
import { type TaskBundle, textOf } from "../../../model/task-bundle.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { isInside, realPath } from "../../../runtime/workspace-paths.ts";
import { type HiddenFiles, openHidden } from "../../hidden-files.ts";
import type { Check } from "../../judge/checks.ts";
import { type Contestant, folderName } from "../../run/contestant.ts";
import { openStart, type StartOptions, type TaskStart } from "../../starting-state.ts";
import type { OpenContainer, TaskContainer } from "../container/open-containers.ts";
import { commandChecks, readChecks } from "../judge/read-checks.ts";
import { readTask } from "../read-task.ts";
import { requireValidTask } from "../require-task.ts";
import { findTasks } from "./find-tasks.ts";
import type { EnvironmentRecord } from "./run-environment.ts";

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
  /** Null when it runs in none. */
  readonly container: TaskContainer | null;
  /** Which home its program gets. */
  readonly home: EnvironmentRecord["kind"];
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
  /** Commands that must succeed in every result. */
  readonly check: readonly string[];
  readonly allowExec: boolean;
  readonly start: StartOptions;
  /** Which home programs get; null: agents that are known a clean one, other programs the user's. */
  readonly home: EnvironmentRecord["kind"] | null;
  /** Null when runs are not to be in one. */
  readonly openContainer: OpenContainer | null;
}

/** A task of a folder that cannot be run. */
export const refusedTaskSchema = () => z.object({ task: z.string(), reason: z.string() });

/** A task of a folder that cannot be run. */
export type RefusedTask = z.infer<ReturnType<typeof refusedTaskSchema>>;

/** What is to be run. */
export interface RunPlan {
  readonly pairs: readonly Pair[];
  /** Tasks of a folder that cannot be run; the others are. */
  readonly refused: readonly RefusedTask[];
}

/**
 * Every pair, before anything runs. A bundle that was named and cannot be run is refused at once. In a folder of
 * tasks it is left out and named, unless none is left.
 */
export async function planPairs(context: OperationContext, request: RunRequest): Promise<RunPlan> {
  // The same task twice, as a folder and as its archive for instance, is run once.
  const pairs = new Map<string, Pair>();
  const refused: RefusedTask[] = [];
  const places = request.bundles.flatMap((location) => findTasks(context.cwd, location));
  for (const { location, isOneOfMany } of places) {
    if (context.signal.aborted) {
      throw new HoldallError("E_INTERRUPTED", "Cannot run tasks: the command was stopped");
    }
    requireOutside(request.out, path.resolve(context.cwd, location));
    const task = await openTask(context, location, request).catch((error: unknown) => {
      if (!isOneOfMany || !(error instanceof HoldallError)) throw error;
      refused.push({ task: location, reason: error.message });
      return null;
    });
    if (task === null) continue;
    const checks = checksFor(context, request, task.name);
    for (const pair of pairsOf(task, checks, request)) {
      if (!pairs.has(pair.id)) pairs.set(pair.id, pair);
    }
  }
  if (pairs.size === 0) throw noTask(refused);
  return { pairs: [...pairs.values()], refused };
}

/** A run that is written into a task would change the task. */
function requireOutside(out: string, task: string): void {
  if (!isInside(realPath(out), realPath(task))) return;
  throw new HoldallError(
    "E_PROTECTED",
    `Cannot write "${out}": it overlaps with what is being read`,
    {
      cure: "choose an --out outside the tasks",
    },
  );
}

function noTask(refused: readonly RefusedTask[]): HoldallError {
  const reasons = refused.map(({ reason }) => reason);
  return new HoldallError("E_FORMAT", `Cannot run tasks: none can be run. ${reasons[0] ?? ""}`, {
    cure: "check them with `holdall task validate`",
  });
}

interface OpenedTask extends Pick<Pair, "task" | "taskName" | "start" | "hidden" | "container"> {
  /** The name without the ending of an archive. */
  readonly name: string;
}

async function openTask(
  context: OperationContext,
  location: string,
  { start: options, openContainer }: RunRequest,
): Promise<OpenedTask> {
  const doing = `run "${location}"`;
  const reading = await readTask(context, location, { level: "full", profile: "lenient" });
  const task = requireValidTask(reading, doing);
  const start = openStart({ task, files: reading.files }, doing, options);
  const hidden = openHidden({ task, files: reading.files });
  const taskName = path.basename(reading.absolute);
  const name = taskName.replace(/\.(?:tar\.gz|tgz|zip)$/i, "");
  const container = openContainer === null ? null : await openContainer(task);
  return { task, taskName, start, hidden, name, container };
}

function pairsOf(
  { name, ...opened }: OpenedTask,
  checks: Pair["checks"],
  { contestants, repeat, out, home: asked }: RunRequest,
): readonly Pair[] {
  const { bundle, task } = opened.task;
  return contestants.flatMap((contestant) => {
    // A program that nobody here knows keeps the user's home, where its login is, unless a clean one is asked for.
    const home = asked ?? (contestant.agent === null ? "mine" : "clean");
    const { container } = opened;
    const place = container === null ? home : [container.engine.name, container.image.image];
    const of = [textOf(bundle, "id"), task, contestant.label, contestant.template, place];
    const mark = sha256(JSON.stringify(of)).slice(0, 8);
    return Array.from({ length: repeat }, (_, index) => {
      const attempt = index + 1;
      const id = `${folderName(name)}--${folderName(contestant.label)}--${attempt}-${mark}`;
      const target = path.join(out, id);
      return { id, ...opened, contestant, attempt, target, checks, home };
    });
  });
}

function checksFor(
  context: OperationContext,
  { checks, check, allowExec }: RunRequest,
  name: string,
): readonly Check[] | null {
  const commands = commandChecks(check);
  if (checks === undefined) return commands.length === 0 ? null : commands;
  const place = path.resolve(context.cwd, checks);
  const isFolder = fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const file = isFolder ? path.join(place, `${name}.json`) : place;
  return [...readChecks(context, file, { allowExec }), ...commands];
}
