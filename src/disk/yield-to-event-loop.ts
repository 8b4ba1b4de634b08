import { setImmediate } from "node:timers/promises";

const LONGEST_BREATH = 50;
let last = Date.now();

/** Whether synchronous work has gone on so long that signals and progress should get a turn. */
export function isYieldDue(): boolean {
  return Date.now() - last > LONGEST_BREATH;
}

/** Lets the event loop turn once: without it Ctrl-C would not be heard during synchronous work. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
  last = Date.now();
}
