import * as z from "zod";

/** A share of successes with the interval in which the true one lies, at 95 %. */
export const rateSchema = () =>
  z.object({
    successes: z.number(),
    runs: z.number(),
    rate: z.number(),
    low: z.number(),
    high: z.number(),
  });

/** A share of successes with the interval in which the true one lies, at 95 %. */
export type Rate = z.infer<ReturnType<typeof rateSchema>>;

/** Where a true value lies, at 95 %. */
export type Interval = Pick<Rate, "low" | "high">;

/** The values of the runs of one task, each from 0 to 1. */
export type TaskValues = readonly number[];

/** The normal quantile of a two-sided interval of 95 %. */
const Z = 1.959963984540054;

/**
 * The interval of the mean over all runs, with the tasks as the sample: Wilson's score interval for as many
 * independent runs as the runs are worth. Runs of one task succeed and fail together, so that five runs of two
 * tasks are worth less than ten runs of ten. With a single task the runs are the sample, and the interval is
 * about this task.
 */
export function intervalOf(tasks: readonly TaskValues[]): Interval {
  const values = tasks.flat();
  const mean = meanOf(values);
  return wilson(mean, effectiveRuns(tasks, mean));
}

function effectiveRuns(tasks: readonly TaskValues[], mean: number): number {
  const runs = tasks.reduce((sum, { length }) => sum + length, 0);
  const spread = mean * (1 - mean);
  const ofRuns = sum(tasks.flat().map((value) => (value - mean) ** 2)) / runs ** 2;
  const ofTasks =
    (sum(tasks.map((values) => sum(values.map((value) => value - mean)) ** 2)) / runs ** 2) *
    (tasks.length / (tasks.length - 1));
  const variance = tasks.length === 1 ? ofRuns : Math.max(ofRuns, ofTasks);
  // Where all runs are equal nothing shows how much tasks differ, and each task counts once.
  if (variance === 0 || spread === 0) return tasks.length === 1 ? runs : tasks.length;
  return spread / variance;
}

/** The Wilson score interval of a mean of so many independent values. */
function wilson(mean: number, runs: number): Interval {
  const square = Z * Z;
  const centre = mean + square / (2 * runs);
  const spread = Z * Math.sqrt((mean * (1 - mean)) / runs + square / (4 * runs * runs));
  const scale = 1 + square / runs;
  return {
    low: round(Math.max(0, (centre - spread) / scale)),
    high: round(Math.min(1, (centre + spread) / scale)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The mean of some values. */
export function meanOf(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** Four decimals, as everywhere in results. */
export function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
