import { meanOf, round } from "./statistics.ts";

/** Runs, and how many of them succeeded. */
export interface Counted {
  readonly successes: number;
  readonly runs: number;
}

/** How two agents did on one task that both ran. */
export interface CommonTask {
  readonly left: Counted;
  readonly right: Counted;
}

/** From so many common tasks on, a difference can be shown for tasks like these, not for these alone. */
export const MIN_TASKS = 6;

/** Differences that are at most this likely by chance are taken as real. */
export const SIGNIFICANT = 0.05;

/**
 * The probability of a difference at least as large as the observed one if both agents do equally well; null
 * without a common task. From six common tasks on, the tasks are the sample (a sign-flip test of the differences
 * of each task, which with one run each is McNemar's exact test). With fewer, the runs are the sample and the
 * statement is about these tasks alone (the exact test of Cochran, Mantel and Haenszel, with one task Fisher's).
 */
export function chanceOfDifference(tasks: readonly CommonTask[]): number | null {
  if (tasks.length === 0) return null;
  return round(tasks.length < MIN_TASKS ? chanceWithinTasks(tasks) : chanceOverTasks(tasks));
}

/** The mean difference of the success rates over the common tasks, left minus right; null without any. */
export function meanDifference(tasks: readonly CommonTask[]): number | null {
  return tasks.length === 0 ? null : round(meanOf(tasks.map(differenceOf)));
}

function differenceOf({ left, right }: CommonTask): number {
  return left.successes / left.runs - right.successes / right.runs;
}

/** What more would show a difference that stays as large as it is. */
export interface Needed {
  /** Further runs of each agent on each of the common tasks. */
  readonly moreRuns: number | null;
  /** Further tasks. */
  readonly moreTasks: number | null;
}

const NOTHING: Needed = { moreRuns: null, moreTasks: null };
/** Beyond so many times what there is, nobody would run it. */
const MAX_TIMES = 50;
const MAX_RUNS = 1000;

/**
 * How many more runs or tasks would decide between two agents, if the difference stays as it is; nothing where none
 * was seen. `pairs` is what the correction for many pairs multiplies a probability with.
 */
export function neededToDecide(tasks: readonly CommonTask[], pairs = 1): Needed {
  if (tasks.length === 0 || meanDifference(tasks) === 0) return NOTHING;
  const isDecided = (p: number) => p * pairs < SIGNIFICANT;
  if (tasks.length >= MIN_TASKS) {
    for (let times = 2; times <= MAX_TIMES; times++) {
      const more = Array.from({ length: times }, () => tasks).flat();
      if (isDecided(chanceOverTasks(more)))
        return { ...NOTHING, moreTasks: (times - 1) * tasks.length };
    }
    return NOTHING;
  }
  const runs = Math.max(...tasks.map(({ left, right }) => Math.min(left.runs, right.runs)));
  const most = Math.min(MAX_TIMES, MAX_RUNS / runs);
  for (let times = 2; times <= most; times++) {
    if (isDecided(chanceWithinTasks(tasks.map((task) => repeated(task, times)))))
      return { ...NOTHING, moreRuns: (times - 1) * runs };
  }
  return NOTHING;
}

function repeated({ left, right }: CommonTask, times: number): CommonTask {
  const repeat = ({ successes, runs }: Counted) => ({
    successes: successes * times,
    runs: runs * times,
  });
  return { left: repeat(left), right: repeat(right) };
}

/** Differences are counted in parts of this at the finest: it is divisible by all numbers of runs up to ten. */
const FINEST_PART = 2520;
/** Up to so many additions every way to exchange the agents is counted; beyond, there are so many that they are normal. */
const MAX_ADDITIONS = 20_000_000;

/** The share of the ways to exchange the two agents task by task that gives as large a difference. */
function chanceOverTasks(tasks: readonly CommonTask[]): number {
  const parts = tasks.reduce(
    (all, { left, right }) =>
      Math.min(FINEST_PART, leastCommonMultiple(all, left.runs * right.runs)),
    1,
  );
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

function leastCommonMultiple(one: number, other: number): number {
  let greater = one;
  let lesser = other;
  while (lesser > 0) [greater, lesser] = [lesser, greater % lesser];
  return (one / greater) * other;
}

/** How likely a normal value is at least so many standard deviations away (Abramowitz and Stegun, 7.1.26). */
function tailsOfNormal(deviations: number): number {
  const x = deviations / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return terms.reduce((sum, term) => sum * t + term, 0) * t * Math.exp(-x * x);
}

/** The exact test within tasks: how likely the left side's successes are if they fell to both alike in each task. */
function chanceWithinTasks(tasks: readonly CommonTask[]): number {
  let weights: readonly number[] = [1];
  let observed = 0;
  for (const { left, right } of tasks) {
    weights = convolve(weights, hypergeometric(left, right));
    observed += left.successes - leastSuccesses(left, right);
  }
  const limit = (weights[observed] ?? 0) * (1 + 1e-7);
  const total = weights.reduce((sum, weight) => sum + (weight <= limit ? weight : 0), 0);
  return Math.min(1, total);
}

function leastSuccesses(left: Counted, right: Counted): number {
  return Math.max(0, left.successes + right.successes - right.runs);
}

/** The probabilities of the left side's successes, from the least possible number on. */
function hypergeometric(left: Counted, right: Counted): readonly number[] {
  const successes = left.successes + right.successes;
  const least = leastSuccesses(left, right);
  const most = Math.min(left.runs, successes);
  return Array.from({ length: most - least + 1 }, (_, index) => {
    const mine = least + index;
    return Math.exp(
      logChoose(left.runs, mine) +
        logChoose(right.runs, successes - mine) -
        logChoose(left.runs + right.runs, successes),
    );
  });
}

function convolve(one: readonly number[], other: readonly number[]): readonly number[] {
  const result = new Array<number>(one.length + other.length - 1).fill(0);
  for (const [i, a] of one.entries()) {
    for (const [j, b] of other.entries()) result[i + j] = (result[i + j] ?? 0) + a * b;
  }
  return result;
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

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

const factorials: number[] = [0];

function logFactorial(n: number): number {
  for (let next = factorials.length; next <= n; next++) {
    factorials.push((factorials[next - 1] ?? 0) + Math.log(next));
  }
  return factorials[n] ?? 0;
}
