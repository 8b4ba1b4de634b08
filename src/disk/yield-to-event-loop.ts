import { setImmediate } from "node:timers/promises";

const MAX_BLOCKED_MS = 50;
let last = Date.now();

/** Whether synchronous work has run so long that signals and progress should be handled. */
export function isYieldDue(): boolean {
  return Date.now() - last > MAX_BLOCKED_MS;
}

/** Lets the event loop run once; otherwise Ctrl-C would be ignored during synchronous work. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
  last = Date.now();
}
