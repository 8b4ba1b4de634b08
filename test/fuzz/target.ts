import { HoldallError } from "../../src/base/errors.ts";

/** Whole numbers below a bound, the same ones for the same seed. */
export type Random = (below: number) => number;

/**
 * A kind of input that a stranger can write. `prepare` runs once in a folder of its own; what it returns
 * tries one input, and throws when the program does not end it as it must.
 */
export interface FuzzTarget {
  prepare(folder: string): Promise<(random: Random) => Promise<void>>;
}

/** Runs something that may refuse its input, but only with a code that says why. */
export async function endsWithCode(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof HoldallError && error.code !== "E_INTERNAL") return;
    throw error;
  }
}

/** One of several. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
}
