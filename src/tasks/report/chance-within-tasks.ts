import {
  type CommonTask,
  differenceOf,
  MAX_ADDITIONS,
  partsOf,
  tailsOfNormal,
} from "./common-task.ts";

/**
 * The share of the ways to exchange runs between two agents within each task that gives as large a mean difference as
 * the observed one. The runs are the sample, so it speaks of these tasks alone. With equal numbers of runs it is the
 * exact test of Cochran, Mantel and Haenszel, with one task Fisher's.
 */
export function chanceWithinTasks(
  tasks: readonly CommonTask[],
  maxAdditions = MAX_ADDITIONS,
): number {
  const parts = partsOf(tasks);
  const observed = Math.abs(
    tasks.reduce((total, task) => total + Math.round(differenceOf(task) * parts), 0),
  );
  if (observed === 0) return 1;
  const ways = tasks.map((task) => waysOf(task, parts)).filter(({ length }) => length > 1);
  const largest = ways.reduce((total, steps) => total + widthOf(steps), 0);
  const additions = ways.reduce((total, { length }) => total + length * largest, 0);
  if (additions > maxAdditions) return chanceIfNormal(tasks);
  return tailsOf(ways, observed);
}

/** One way how the successes of a task fall to the two agents: the difference in parts, and its probability. */
interface Way {
  readonly step: number;
  readonly chance: number;
}

/** Every way, by rising difference. */
function waysOf({ left, right }: CommonTask, parts: number): readonly Way[] {
  const successes = left.successes + right.successes;
  const least = Math.max(0, successes - right.runs);
  const most = Math.min(left.runs, successes);
  return Array.from({ length: most - least + 1 }, (_, index) => {
    const mine = { ...left, successes: least + index };
    const theirs = { ...right, successes: successes - mine.successes };
    const chance = Math.exp(
      logChoose(left.runs, mine.successes) +
        logChoose(right.runs, theirs.successes) -
        logChoose(left.runs + right.runs, successes),
    );
    return { step: Math.round(differenceOf({ left: mine, right: theirs }) * parts), chance };
  });
}

function widthOf(ways: readonly Way[]): number {
  return (ways.at(-1)?.step ?? 0) - (ways[0]?.step ?? 0);
}

/** The probability of all sums that are at least as far from 0 as the observed one. */
function tailsOf(ways: readonly (readonly Way[])[], observed: number): number {
  let chances = new Float64Array([1]);
  let lowest = 0;
  for (const steps of ways) {
    const first = steps[0]?.step ?? 0;
    const next = new Float64Array(chances.length + widthOf(steps));
    for (const [at, before] of chances.entries()) {
      if (before === 0) continue;
      for (const { step, chance } of steps) {
        const place = at + step - first;
        next[place] = (next[place] ?? 0) + before * chance;
      }
    }
    chances = next;
    lowest += first;
  }
  const total = chances.reduce(
    (sum, chance, at) => (Math.abs(lowest + at) >= observed ? sum + chance : sum),
    0,
  );
  return Math.min(1, total);
}

/** The same where there are too many ways to count. */
function chanceIfNormal(tasks: readonly CommonTask[]): number {
  let difference = 0;
  let variance = 0;
  for (const task of tasks) {
    const { left, right } = task;
    const runs = left.runs + right.runs;
    const successes = left.successes + right.successes;
    difference += differenceOf(task);
    // Of the hypergeometric distribution, for a difference of rates.
    variance += (successes * (runs - successes)) / (left.runs * right.runs * (runs - 1));
  }
  return variance === 0 ? 1 : tailsOfNormal(Math.abs(difference) / Math.sqrt(variance));
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
