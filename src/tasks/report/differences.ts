import * as z from "zod";
import {
  type CommonTask,
  type Counted,
  chanceOfDifference,
  correctForMany,
  MIN_TASKS,
  meanDifference,
  neededToDecide,
  SIGNIFICANT,
} from "./paired-test.ts";
import { isSuccess, type ReportRow } from "./report-row.ts";
import { groupRows, type Standing, type TaskKey } from "./standings.ts";

/** Whether two agents differ by more than chance, on the tasks that both ran. */
export const differenceSchema = () =>
  z.object({
    left: z.string(),
    right: z.string(),
    commonTasks: z.number(),
    /** Mean difference of the success rates over the common tasks, left minus right; null without any. */
    delta: z.number().nullable(),
    /** The probability of such a difference if both do equally well; null without a common task. */
    p: z.number().nullable(),
    /** The same, corrected for the number of pairs that are compared. It decides. */
    correctedP: z.number().nullable(),
    canBeChance: z.boolean(),
    /** Whether the statement is about tasks like these, or about these alone. */
    about: z.enum(["tasks like these", "these tasks"]),
    /** Further runs of each on each common task that would decide, if the difference stays as it is. */
    moreRuns: z.number().nullable(),
    /** Further tasks that would decide, likewise. */
    moreTasks: z.number().nullable(),
  });

/** Whether two agents differ by more than chance, on the tasks that both ran. */
export type Difference = z.infer<ReturnType<typeof differenceSchema>>;

/** The first rows of the leaderboard that are compared with each other. */
const MAX_COMPARED = 8;

/** Compares the first groups of a leaderboard in pairs, each on the tasks that both ran. */
export function differencesOf(
  rows: readonly ReportRow[],
  leaderboard: readonly Standing[],
  taskKey: TaskKey,
): readonly Difference[] {
  const results = countByTask(rows, taskKey);
  const compared = leaderboard
    .filter(({ successRate }) => successRate !== null)
    .slice(0, MAX_COMPARED)
    .map(({ key }) => key);
  const pairs = compared.flatMap((left, index) =>
    compared.slice(index + 1).map((right) => ({ left, right })),
  );
  const found = pairs.map(({ left, right }) => {
    const tasks = commonTasks(results.get(left), results.get(right));
    return { left, right, tasks, p: chanceOfDifference(tasks) };
  });
  const corrected = correctForMany(found.map(({ p }) => p));
  return found.map(({ left, right, tasks, p }, at) => {
    const correctedP = corrected[at] ?? null;
    const canBeChance = correctedP === null || correctedP >= SIGNIFICANT;
    return {
      left,
      right,
      commonTasks: tasks.length,
      delta: meanDifference(tasks),
      p,
      correctedP,
      canBeChance,
      about: tasks.length < MIN_TASKS ? "these tasks" : "tasks like these",
      ...neededToDecide(canBeChance ? tasks : [], pairsOf(p, correctedP)),
    };
  });
}

/** What the correction has multiplied a probability with. */
function pairsOf(p: number | null, correctedP: number | null): number {
  return p === null || correctedP === null || p === 0 ? 1 : Math.max(1, correctedP / p);
}

type ByTask = ReadonlyMap<string, Counted>;

/** The runs and successes of each group on each task. */
function countByTask(rows: readonly ReportRow[], taskKey: TaskKey): ReadonlyMap<string, ByTask> {
  const groups = groupRows(rows, ({ tool, model }) => JSON.stringify([tool, model]));
  return new Map(
    [...groups].map(([key, members]) => [
      key,
      new Map(
        [...groupRows(members, taskKey)].map(([task, runs]) => [
          task,
          {
            runs: runs.length,
            successes: runs.filter(isSuccess).length,
          },
        ]),
      ),
    ]),
  );
}

function commonTasks(left: ByTask | undefined, right: ByTask | undefined): readonly CommonTask[] {
  return [...(left ?? [])].flatMap(([task, mine]) => {
    const theirs = right?.get(task);
    return theirs === undefined ? [] : [{ left: mine, right: theirs }];
  });
}
