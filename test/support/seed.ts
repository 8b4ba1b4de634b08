import { randomInt } from "node:crypto";

/** A seed that nobody chose. */
export function randomSeed(): number {
  return randomInt(2 ** 31);
}

/** The seed that `HOLDALL_SEED` names, a number or `random` for a new one; null when it is not set. */
export function namedSeed({ HOLDALL_SEED: named }: NodeJS.ProcessEnv = process.env): number | null {
  if (named === undefined || named === "") return null;
  if (named === "random") return randomSeed();
  const seed = Number(named);
  if (Number.isSafeInteger(seed)) return seed;
  throw new Error(`HOLDALL_SEED is "${named}": expected a whole number or "random"`);
}
