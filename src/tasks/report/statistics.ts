/** A share of successes with the interval in which the true one lies, at 95 %. */
export interface Rate {
  readonly successes: number;
  /** Runs whose outcome is known. */
  readonly runs: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** The normal quantile of a two-sided interval of 95 %. */
const Z = 1.959963984540054;

/** The Wilson score interval, which also holds for few runs and for none or all successful. */
export function wilson(successes: number, runs: number): Rate | null {
  if (runs === 0) return null;
  const rate = successes / runs;
  const square = Z * Z;
  const centre = rate + square / (2 * runs);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / runs + square / (4 * runs * runs));
  const scale = 1 + square / runs;
  return {
    successes,
    runs,
    rate: round(rate),
    low: round(Math.max(0, (centre - spread) / scale)),
    high: round(Math.min(1, (centre + spread) / scale)),
  };
}

/**
 * Fisher's exact test, two-sided: the probability of a difference at least as large as the observed
 * one, if both sides succeed equally often.
 */
export function chanceOfDifference(left: Counted, right: Counted): number {
  const successes = left.successes + right.successes;
  const runs = left.runs + right.runs;
  const weight = (x: number): number =>
    logChoose(left.runs, x) + logChoose(right.runs, successes - x) - logChoose(runs, successes);
  const observed = weight(left.successes);
  let sum = 0;
  const last = Math.min(left.runs, successes);
  for (let x = Math.max(0, successes - right.runs); x <= last; x++) {
    // A little slack, because equal tables differ in the last digits.
    if (weight(x) <= observed + 1e-9) sum += Math.exp(weight(x));
  }
  return round(Math.min(1, sum));
}

/** Runs, and how many of them succeeded. */
export interface Counted {
  readonly successes: number;
  readonly runs: number;
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

/** Four decimals, as everywhere in results. */
export function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
