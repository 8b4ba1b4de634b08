import { setImmediate } from "node:timers/promises";

const MAX_BLOCKED_MS = 50;
let last = Date.now();

/** Whether synchronous work has gone on so long that signals and progress should get a turn. */
export function isYieldDue(): boolean {
  return Date.now() - last > MAX_BLOCKED_MS;
}

/** Lets the event loop turn once: without it Ctrl-C would not be heard during synchronous work. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
  last = Date.now();
}
