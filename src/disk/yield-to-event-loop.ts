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

let queue: Promise<unknown> = Promise.resolve();

/**
 * The same for many that do the same work side by side: of those that wait, one goes on in each round of the
 * loop. All at once they would block it for the sum of what they do.
 */
export async function yieldInTurn(): Promise<void> {
  const turn = queue.then(() => setImmediate());
  queue = turn;
  await turn;
  last = Date.now();
}
