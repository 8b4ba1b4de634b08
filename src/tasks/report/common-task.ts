import * as z from "zod";

/** Runs, and how many of them succeeded. */
export const countedSchema = () => z.object({ successes: z.number(), runs: z.number() });

/** Runs, and how many of them succeeded. */
export type Counted = z.infer<ReturnType<typeof countedSchema>>;

/** How two agents did on one task that both ran. */
export interface CommonTask {
  readonly left: Counted;
  readonly right: Counted;
}

/** The difference of the two success rates, left minus right. */
export function differenceOf({ left, right }: CommonTask): number {
  return left.successes / left.runs - right.successes / right.runs;
}

/** Differences are counted in parts of this at the finest: it is divisible by all numbers of runs up to ten. */
const FINEST_PART = 2520;
/** Up to so many additions every way is counted; beyond, there are so many that they are normal. */
export const MAX_ADDITIONS = 20_000_000;

/** The parts in which the differences of some tasks are counted, so that sums of them are whole numbers. */
export function partsOf(tasks: readonly CommonTask[]): number {
  return tasks.reduce(
    (all, { left, right }) =>
      Math.min(FINEST_PART, leastCommonMultiple(all, leastCommonMultiple(left.runs, right.runs))),
    1,
  );
}

function leastCommonMultiple(one: number, other: number): number {
  let greater = one;
  let lesser = other;
  while (lesser > 0) [greater, lesser] = [lesser, greater % lesser];
  return (one / greater) * other;
}

/** How likely a normal value is at least so many standard deviations away (Abramowitz and Stegun, 7.1.26). */
export function tailsOfNormal(deviations: number): number {
  const x = deviations / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return terms.reduce((sum, term) => sum * t + term, 0) * t * Math.exp(-x * x);
}
