import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceWithinTasks } from "./chance-within-tasks.ts";
import type { CommonTask } from "./common-task.ts";
import {
  chanceForTasksLikeThese,
  chanceOnTheseTasks,
  correctForMany,
  moreRunsToDecide,
  moreTasksToDecide,
} from "./paired-test.ts";
import { intervalOf } from "./statistics.ts";

/** So many runs, the first of which succeed. */
const runs = (successes: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => (at < successes ? 1 : 0));
const task = (left: readonly [number, number], right: readonly [number, number]): CommonTask => ({
  left: { successes: left[0], runs: left[1] },
  right: { successes: right[0], runs: right[1] },
});

test("of one task the interval is Wilson's, with the published values", () => {
  // Newcombe 1998, method 3.
  assert.deepEqual(intervalOf([runs(81, 263)]), { low: 0.2553, high: 0.3662 });
  assert.deepEqual(intervalOf([runs(15, 148)]), { low: 0.0624, high: 0.1605 });
  assert.deepEqual(intervalOf([runs(0, 20)]), { low: 0, high: 0.1611 });
});

test("runs of one task are worth less than runs of different tasks", () => {
  const apart = intervalOf(Array.from({ length: 20 }, (_, at) => runs(at % 2, 1)));
  assert.deepEqual(apart, intervalOf([runs(10, 20)].flatMap((all) => all.map((each) => [each]))));
  const together = intervalOf([runs(10, 10), runs(0, 10)]);
  assert.ok(together.high - together.low > 1.5 * (apart.high - apart.low));
});

test("on these tasks the test is Fisher's and that of Cochran, Mantel and Haenszel", () => {
  // Fisher's tea: 3 of 4 against 1 of 4.
  assert.equal(chanceOnTheseTasks([task([3, 4], [1, 4])]), 0.4857);
  assert.equal(chanceOnTheseTasks([task([10, 10], [0, 10])]), 0);
  // Two tasks of 2 against 0 of 2: one of six ways each, at both ends.
  assert.equal(chanceOnTheseTasks([task([2, 2], [0, 2]), task([2, 2], [0, 2])]), 0.0556);
  assert.equal(chanceOnTheseTasks([]), null);
});

test("on these tasks each way to exchange runs counts, also with different numbers of runs", () => {
  const tasks = [task([3, 3], [1, 4]), task([2, 5], [0, 2])];
  assert.equal(chanceOnTheseTasks(tasks), shareOfWays(tasks));
  const other = [task([1, 2], [3, 3]), task([0, 1], [2, 4]), task([2, 2], [0, 1])];
  assert.equal(chanceOnTheseTasks(other), shareOfWays(other));
});

/** The probability by counting: every way to choose which runs of a task are the left agent's. */
function shareOfWays(tasks: readonly CommonTask[]): number {
  let sums = [0];
  for (const { left, right } of tasks) {
    const results = [...runs(left.successes, left.runs), ...runs(right.successes, right.runs)];
    const ways = Array.from({ length: 2 ** results.length }, (_, way) =>
      results.map((_, at) => (way >> at) & 1),
    ).filter((chosen) => chosen.reduce((total, each) => total + each, 0) === left.runs);
    const differences = ways.map((chosen) => {
      const rate = (side: number, count: number) =>
        results.reduce((total, each, at) => total + (chosen[at] === side ? each : 0), 0) / count;
      return rate(1, left.runs) - rate(0, right.runs);
    });
    sums = sums.flatMap((sum) => differences.map((each) => sum + each));
  }
  const observed = tasks.reduce(
    (total, { left, right }) => total + left.successes / left.runs - right.successes / right.runs,
    0,
  );
  const far = sums.filter((sum) => Math.abs(sum) >= Math.abs(observed) - 1e-9);
  return Math.round((far.length / sums.length) * 10_000) / 10_000;
}

test("six tasks can decide on these tasks and leave tasks like these open", () => {
  const tasks = [4, 4, 4, 4, 0, 0].map((successes) => task([successes, 5], [0, 5]));
  assert.ok((chanceOnTheseTasks(tasks) ?? 1) < 0.001);
  assert.equal(chanceForTasksLikeThese(tasks), 0.125);
  assert.equal(chanceForTasksLikeThese(tasks.slice(1)), null);
});

test("what is too much to count is taken as normal, and agrees with counting", () => {
  const many = Array.from({ length: 300 }, (_, at) => task([at % 7, 7], [at % 5, 11]));
  const few = many.slice(0, 40);
  const exact = chanceWithinTasks(few);
  assert.ok(Math.abs(exact - chanceWithinTasks(few, 0)) < 0.01);
  assert.ok(chanceWithinTasks(many) < exact);
});

test("over many tasks with one run each the test is McNemar's exact one", () => {
  const pairs = (wins: number, losses: number, ties: number) => [
    ...Array.from({ length: wins }, () => task([1, 1], [0, 1])),
    ...Array.from({ length: losses }, () => task([0, 1], [1, 1])),
    ...Array.from({ length: ties }, () => task([1, 1], [1, 1])),
  ];
  // Twice the binomial tail: 10 of 12 is 2 * (1 + 12 + 66) / 4096.
  assert.equal(chanceForTasksLikeThese(pairs(10, 2, 5)), 0.0386);
  assert.equal(chanceForTasksLikeThese(pairs(6, 0, 0)), 0.0313);
  assert.equal(chanceForTasksLikeThese(pairs(3, 3, 20)), 1);
  assert.equal(chanceForTasksLikeThese(pairs(21, 9, 0)), 0.0428);
  // Beyond what can be counted it is normal: 5,150 of 10,000 is three deviations, 0.0027.
  assert.equal(chanceForTasksLikeThese(pairs(5150, 4850, 0)), 0.0027);
});

test("over many tasks with several runs each way to exchange the agents counts", () => {
  const tasks = [3, 2, 1, 1, 2, 3, 3].map((successes, at) => task([successes, 3], [at % 2, 3]));
  const differences = tasks.map(({ left, right }) => left.successes - right.successes);
  const observed = Math.abs(differences.reduce((total, each) => total + each, 0));
  const ways = Array.from({ length: 2 ** tasks.length }, (_, way) =>
    differences.reduce((total, each, at) => total + ((way >> at) & 1 ? each : -each), 0),
  );
  const share = ways.filter((total) => Math.abs(total) >= observed).length / ways.length;
  assert.equal(chanceForTasksLikeThese(tasks), Math.round(share * 10_000) / 10_000);
});

test("with many pairs each probability is corrected as Holm does", () => {
  assert.deepEqual(correctForMany([0.01, 0.04, null, 0.03, 0.005]), [0.03, 0.06, null, 0.06, 0.02]);
});

test("what would decide is as much as makes the same difference significant", () => {
  const tasks = [task([4, 4], [1, 4])];
  assert.equal(moreRunsToDecide(tasks), 4);
  assert.equal(moreTasksToDecide(tasks), 5);
  assert.equal(moreRunsToDecide([task([2, 4], [2, 4])]), null);
  const many = Array.from({ length: 8 }, (_, at) =>
    task([at < 4 ? 1 : 0, 1], [at === 7 ? 1 : 0, 1]),
  );
  assert.equal(moreTasksToDecide(many), 16);
});
