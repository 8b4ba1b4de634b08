import { isYieldDue, yieldToEventLoop } from "../disk/yield-to-event-loop.ts";

/** Runs a piece of work when it is its turn; what is urgent comes before everything that waits and is not. */
export type SerialQueue = <Result>(
  work: () => Promise<Result>,
  urgency?: "urgent" | "usual",
) => Promise<Result>;

/**
 * Creates a queue that runs one piece of work at a time, in the order of arrival. Two calls at once would be
 * two connections of one process to one SQLite file, where the second cannot wait for the first.
 */
export function createSerialQueue(): SerialQueue {
  const urgent: (() => Promise<void>)[] = [];
  const usual: (() => Promise<void>)[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (;;) {
      const next = urgent.shift() ?? usual.shift();
      if (next === undefined) break;
      // Much of the work never waits. In between, the event loop reads new messages, cancellations among them.
      if (isYieldDue()) await yieldToEventLoop();
      await next();
    }
    isRunning = false;
  }

  return (work, urgency = "usual") =>
    new Promise((resolve, reject) => {
      const queue = urgency === "urgent" ? urgent : usual;
      queue.push(() => work().then(resolve, reject)); // A failed call must not stop the next one.
      if (!isRunning) void runAll();
    });
}
