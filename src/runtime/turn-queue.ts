import { isYieldDue, yieldToEventLoop } from "../disk/yield-to-event-loop.ts";

/** Runs a piece of work when it is its turn; what is urgent comes before everything that waits and is not. */
export type TurnQueue = <Result>(
  work: () => Promise<Result>,
  urgency?: "urgent" | "usual",
) => Promise<Result>;

/**
 * Creates a queue that runs so many pieces of work at a time, in the order of arrival. With a workspace in a folder it is
 * one: two calls at once would be two connections of one process to one SQLite file, where the second cannot wait for
 * the first.
 */
export function createTurnQueue(atOnce = 1): TurnQueue {
  const urgent: (() => Promise<void>)[] = [];
  const usual: (() => Promise<void>)[] = [];
  let running = 0;

  async function runAll(): Promise<void> {
    running++;
    for (;;) {
      const next = urgent.shift() ?? usual.shift();
      if (next === undefined) break;
      // Much of the work never waits. In between, the event loop reads new messages, cancellations among them.
      if (isYieldDue()) await yieldToEventLoop();
      await next();
    }
    running--;
  }

  return (work, urgency = "usual") =>
    new Promise((resolve, reject) => {
      const queue = urgency === "urgent" ? urgent : usual;
      queue.push(() => work().then(resolve, reject)); // A failed call must not stop the next one.
      if (running < atOnce) void runAll();
    });
}
