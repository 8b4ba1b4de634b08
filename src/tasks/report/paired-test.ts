import { chanceWithinTasks } from "./chance-within-tasks.ts";
import {
  type CommonTask,
  type Counted,
  differenceOf,
  MAX_ADDITIONS,
  partsOf,
  tailsOfNormal,
} from "./common-task.ts";
import { meanOf, round } from "./statistics.ts";

/** From so many common tasks on, a difference can be shown for tasks like these, not for these alone. */
export const MIN_TASKS = 6;

/** Differences that are at most this likely by chance are taken as real. */
export const SIGNIFICANT = 0.05;

/** The probability of the observed difference on these tasks alone if both agents do equally well on each of them. */
export function chanceOnTheseTasks(tasks: readonly CommonTask[]): number | null {
  return tasks.length === 0 ? null : round(chanceWithinTasks(tasks));
}

/**
 * The probability of a difference at least as large as the observed one if both agents do equally well on tasks like
 * these; null below six common tasks, which cannot show it. The tasks are the sample: a sign-flip test of the
 * differences of each task, which with one run each is McNemar's exact test.
 */
export function chanceForTasksLikeThese(tasks: readonly CommonTask[]): number | null {
  return tasks.length < MIN_TASKS ? null : round(chanceOverTasks(tasks));
}

/** The mean difference of the success rates over the common tasks, left minus right; null without any. */
export function meanDifference(tasks: readonly CommonTask[]): number | null {
  return tasks.length === 0 ? null : round(meanOf(tasks.map(differenceOf)));
}

/** Beyond so many times what there is, nobody would run it. */
const MAX_TIMES = 50;
const MAX_RUNS = 1000;
/** What would decide is an estimate, and not worth counting many ways. */
const MAX_ADDITIONS_OF_ESTIMATE = 100_000;

/**
 * How many more tasks would show a difference for tasks like these, if it stays as it is; null where none was seen, and
 * where it would take too many. `pairs` is what the correction for many pairs multiplies a probability with.
 */
export function moreTasksToDecide(tasks: readonly CommonTask[], pairs = 1): number | null {
  if (tasks.length === 0 || meanDifference(tasks) === 0) return null;
  for (let times = 2; times <= MAX_TIMES; times++) {
    const more = Array.from({ length: times }, () => tasks).flat();
    if (more.length < MIN_TASKS) continue;
    if (chanceOverTasks(more) * pairs < SIGNIFICANT) return more.length - tasks.length;
  }
  return null;
}

/** How many more runs of each agent on each common task would show a difference on these tasks, likewise. */
export function moreRunsToDecide(tasks: readonly CommonTask[], pairs = 1): number | null {
  if (tasks.length === 0 || meanDifference(tasks) === 0) return null;
  const runs = Math.max(...tasks.map(({ left, right }) => Math.min(left.runs, right.runs)));
  const most = Math.min(MAX_TIMES, MAX_RUNS / runs);
  for (let times = 2; times <= most; times++) {
    const more = tasks.map((task) => repeated(task, times));
    const chance = chanceWithinTasks(more, MAX_ADDITIONS_OF_ESTIMATE);
    if (chance * pairs < SIGNIFICANT) return (times - 1) * runs;
  }
  return null;
}

function repeated({ left, right }: CommonTask, times: number): CommonTask {
  const repeat = ({ successes, runs }: Counted) => ({
    successes: successes * times,
    runs: runs * times,
  });
  return { left: repeat(left), right: repeat(right) };
}

/** The share of the ways to exchange the two agents task by task that gives as large a difference. */
function chanceOverTasks(tasks: readonly CommonTask[]): number {
  const parts = partsOf(tasks);
  const steps = tasks.map((task) => Math.round(differenceOf(task) * parts));
  const observed = Math.abs(steps.reduce((total, step) => total + step, 0));
  const sizes = steps.map(Math.abs).filter((size) => size > 0);
  const largest = sizes.reduce((total, size) => total + size, 0);
  if (sizes.length * largest > MAX_ADDITIONS) {
    const square = sizes.reduce((total, size) => total + size * size, 0);
    return tailsOfNormal(observed / Math.sqrt(square));
  }
  // The probability of each sum of the differences that fall to the left side.
  const chances = new Float64Array(largest + 1);
  chances[0] = 1;
  let reached = 0;
  for (const size of sizes) {
    for (let at = reached + size; at >= 0; at--) {
      const without = at <= reached ? (chances[at] ?? 0) : 0;
      const withIt = at >= size ? (chances[at - size] ?? 0) : 0;
      chances[at] = (without + withIt) / 2;
    }
    reached += size;
  }
  return chances.reduce(
    (total, chance, at) => (Math.abs(2 * at - largest) >= observed ? total + chance : total),
    0,
  );
}

/**
 * Holm's correction: with many pairs some differ by chance, and the smallest probabilities are the ones that one
 * looks at. Gives each as large as it is among all of them.
 */
export function correctForMany(chances: readonly (number | null)[]): readonly (number | null)[] {
  const sorted = chances
    .flatMap((chance, at) => (chance === null ? [] : [{ chance, at }]))
    .sort((one, other) => one.chance - other.chance);
  const corrected: (number | null)[] = chances.map(() => null);
  let largest = 0;
  for (const [rank, { chance, at }] of sorted.entries()) {
    largest = Math.max(largest, Math.min(1, chance * (sorted.length - rank)));
    corrected[at] = round(largest);
  }
  return corrected;
}
