import * as z from "zod";
import { compareBytes } from "../../../base/file-set.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import { formatChance } from "../../../model/difference-verdict.ts";
import { type CommonTask, countedSchema, differenceOf } from "../common-task.ts";
import { formatWho } from "../format-values.ts";
import { namePlaces } from "../name-places.ts";
import {
  chanceOnTheseTasks,
  correctForMany,
  meanDifference,
  moreRunsToDecide,
  SIGNIFICANT,
} from "../paired-test.ts";
import { isCounted, isSuccess, type ReportRow } from "../report-row.ts";
import { groupRows, type TaskKey } from "../standings.ts";
import { meanOf } from "../statistics.ts";

/** One task on which an agent succeeds less often than before. */
export const taskChangeSchema = () =>
  z.object({
    title: z.string(),
    before: countedSchema(),
    after: countedSchema(),
    /** A run that did not succeed. */
    bundleDir: z.string(),
  });

/** One task on which an agent succeeds less often than before. */
export type TaskChange = z.infer<ReturnType<typeof taskChangeSchema>>;

/** What came of the comparison of one agent with its earlier runs. */
export interface BaselineResult {
  readonly agent: string;
  /** False if it is worse by more than chance, on the common tasks. */
  readonly passed: boolean;
  /** Whether it fell, or could have, and the runs are too few to say so. */
  readonly undecided: boolean;
  readonly detail: string;
  readonly worse: readonly TaskChange[];
}

/** Compares each agent with its earlier runs, on the tasks of both. Agents without a common task are left out. */
export function compareWithBaseline(
  now: readonly ReportRow[],
  before: readonly ReportRow[],
  taskKey: TaskKey,
): readonly BaselineResult[] {
  const named = namePlaces([...now, ...before]);
  const sides = [named.slice(0, now.length), named.slice(now.length)] as const;
  const found = agentPairs(...sides).flatMap((pair) => {
    const tasks = commonTasks(pair, taskKey);
    return tasks.length === 0 ? [] : [{ ...pair, tasks }];
  });
  const chances = correctForMany(found.map(({ tasks }) => chanceOnTheseTasks(tasks)));
  return found.map(({ tasks, name }, at) => {
    const p = chances[at] ?? 1;
    const isWorse = (meanDifference(tasks) ?? 0) < 0 && p < SIGNIFICANT;
    return {
      agent: name,
      passed: !isWorse,
      ...describe(tasks, { p, isWorse, agents: found.length }),
      worse: worseTasks(tasks),
    };
  });
}

interface AgentPair {
  readonly name: string;
  readonly now: readonly ReportRow[];
  readonly before: readonly ReportRow[];
}

/** Runs of the same tool and model; of the same tool where each side has it with one model only. */
function agentPairs(now: readonly ReportRow[], before: readonly ReportRow[]): readonly AgentPair[] {
  const [mine, theirs] = [now, before].map((rows) => groupRows(rows.filter(isCounted), agentKey));
  return [...(mine ?? [])].flatMap(([key, rows]) => {
    const [{ tool }] = rows;
    const same = theirs?.get(key);
    if (same !== undefined) return [{ name: formatWho(rows[0]), now: rows, before: same }];
    const models = [mine, theirs].map((side) =>
      [...(side ?? [])].filter(([, [first]]) => first.tool === tool),
    );
    const [, only] = models[1]?.[0] ?? [];
    if (tool === null || models.some(({ length }) => length !== 1) || only === undefined) return [];
    const name = `${formatWho(rows[0])} (before: ${formatWho(only[0])})`;
    return [{ name, now: rows, before: only }];
  });
}

function agentKey({ tool, model }: ReportRow): string {
  return JSON.stringify([tool, model]);
}

interface ComparedTask extends CommonTask {
  readonly rows: readonly [ReportRow, ...ReportRow[]];
}

/** The tasks of both sides; left is now. */
function commonTasks({ now, before }: AgentPair, taskKey: TaskKey): readonly ComparedTask[] {
  const earlier = groupRows(before, taskKey);
  return [...groupRows(now, taskKey)].flatMap(([task, rows]) => {
    const known = earlier.get(task);
    return known === undefined ? [] : [{ rows, left: countOf(rows), right: countOf(known) }];
  });
}

function countOf(rows: readonly ReportRow[]) {
  return { successes: rows.filter(isSuccess).length, runs: rows.length };
}

interface Found {
  readonly p: number;
  readonly isWorse: boolean;
  /** Agents that are compared; it is what a probability is corrected for. */
  readonly agents: number;
}

function describe(
  tasks: readonly ComparedTask[],
  { p, isWorse, agents }: Found,
): Pick<BaselineResult, "undecided" | "detail"> {
  const rates = `${percentOf(tasks, "right")} → ${percentOf(tasks, "left")} on ${formatCount(tasks.length, "common task")}`;
  const chance = formatChance(p);
  if (isWorse) {
    const detail = `worse than the baseline by more than chance: ${rates} (${chance})`;
    return { undecided: false, detail };
  }
  if (!couldDecide(tasks, agents)) {
    const detail = `not enough runs to decide: ${rates}; even if every run failed it could be chance`;
    return { undecided: true, detail };
  }
  const delta = meanDifference(tasks) ?? 0;
  if (delta >= 0) return { undecided: false, detail: `not worse than the baseline: ${rates}` };
  const more = moreRunsToDecide(tasks, agents);
  const needed =
    more === null ? "" : `; about ${formatCount(more, "more run")} of each task would decide`;
  const detail = `not enough runs to decide: ${rates} could be due to chance (${chance}${needed})`;
  return { undecided: true, detail };
}

function percentOf(tasks: readonly CommonTask[], side: "left" | "right"): string {
  const rates = tasks.map((task) => task[side].successes / task[side].runs);
  return `${Math.round(100 * meanOf(rates))}%`;
}

/** Whether so few runs could show anything: whether a failure of all of them would be more than chance. */
function couldDecide(tasks: readonly CommonTask[], agents: number): boolean {
  const failed = tasks.map(({ left, right }) => ({ left: { ...left, successes: 0 }, right }));
  return (chanceOnTheseTasks(failed) ?? 1) * agents < SIGNIFICANT;
}

function worseTasks(tasks: readonly ComparedTask[]): readonly TaskChange[] {
  return tasks
    .filter((task) => differenceOf(task) < 0)
    .sort(
      (a, b) => differenceOf(a) - differenceOf(b) || compareBytes(a.rows[0].title, b.rows[0].title),
    )
    .map(({ rows, left, right }) => ({
      title: rows[0].title,
      before: right,
      after: left,
      bundleDir: (rows.find((row) => !isSuccess(row)) ?? rows[0]).bundleDir,
    }));
}
