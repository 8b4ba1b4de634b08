import * as z from "zod";
import type { CommonTask, Counted } from "./common-task.ts";
import {
  chanceForTasksLikeThese,
  chanceOnTheseTasks,
  correctForMany,
  meanDifference,
  moreRunsToDecide,
  moreTasksToDecide,
  SIGNIFICANT,
} from "./paired-test.ts";
import { isCounted, isSuccess, type ReportRow } from "./report-row.ts";
import { groupRows, type Standing, type TaskKey } from "./standings.ts";

/** Whether a difference is more than chance, about one kind of tasks. */
const verdictSchema = () =>
  z.object({
    /** The probability of such a difference if both do equally well; null where nothing can be said. */
    p: z.number().nullable(),
    /** The same, corrected for the number of pairs that are compared. It decides. */
    correctedP: z.number().nullable(),
    canBeChance: z.boolean(),
  });

/** Whether two agents differ by more than chance, on the tasks that both ran. */
export const differenceSchema = () =>
  z.object({
    left: z.string(),
    right: z.string(),
    commonTasks: z.number(),
    /** Mean difference of the success rates over the common tasks, left minus right; null without any. */
    delta: z.number().nullable(),
    /** Would the same tasks give it again? The runs are the sample. */
    onTheseTasks: z.object({
      ...verdictSchema().shape,
      /** Further runs of each on each common task that would decide, if the difference stays as it is. */
      moreRuns: z.number().nullable(),
    }),
    /** Would other tasks of this kind give it, too? The tasks are the sample; nothing is said below six. */
    onTasksLikeThese: z.object({
      ...verdictSchema().shape,
      /** Further tasks that would decide, likewise. */
      moreTasks: z.number().nullable(),
    }),
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
  const found = pairs.map(({ left, right }) => ({
    left,
    right,
    tasks: commonTasks(results.get(left), results.get(right)),
  }));
  const here = verdictsOf(found.map(({ tasks }) => chanceOnTheseTasks(tasks)));
  const beyond = verdictsOf(found.map(({ tasks }) => chanceForTasksLikeThese(tasks)));
  return found.map(({ left, right, tasks }, at) => {
    const onTheseTasks = here[at] ?? UNDECIDED;
    const onTasksLikeThese = beyond[at] ?? UNDECIDED;
    const [runs, more] = [onTheseTasks, onTasksLikeThese].map(pairsOf);
    return {
      left,
      right,
      commonTasks: tasks.length,
      delta: meanDifference(tasks),
      onTheseTasks: {
        ...onTheseTasks,
        moreRuns: onTheseTasks.canBeChance ? moreRunsToDecide(tasks, runs) : null,
      },
      onTasksLikeThese: {
        ...onTasksLikeThese,
        moreTasks: onTasksLikeThese.canBeChance ? moreTasksToDecide(tasks, more) : null,
      },
    };
  });
}

type Verdict = z.infer<ReturnType<typeof verdictSchema>>;

const UNDECIDED: Verdict = { p: null, correctedP: null, canBeChance: true };

/** The verdicts of all pairs about one kind of tasks, corrected for their number. */
function verdictsOf(chances: readonly (number | null)[]): readonly Verdict[] {
  const corrected = correctForMany(chances);
  return chances.map((p, at) => {
    const correctedP = corrected[at] ?? null;
    return { p, correctedP, canBeChance: correctedP === null || correctedP >= SIGNIFICANT };
  });
}

/** What the correction has multiplied a probability with. */
function pairsOf({ p, correctedP }: Verdict): number {
  return p === null || correctedP === null || p === 0 ? 1 : Math.max(1, correctedP / p);
}

type ByTask = ReadonlyMap<string, Counted>;

/** The runs and successes of each group on each task. */
function countByTask(rows: readonly ReportRow[], taskKey: TaskKey): ReadonlyMap<string, ByTask> {
  const groups = groupRows(rows.filter(isCounted), ({ tool, model }) =>
    JSON.stringify([tool, model]),
  );
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
