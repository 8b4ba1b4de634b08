import { isYieldDue, yieldToEventLoop } from "../../disk/yield-to-event-loop.ts";

/** Runs a piece of work when those before it are done. */
export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a queue that runs one piece of work at a time, in the order of arrival. Two calls at once would be
 * two connections of one process to one SQLite file, where the second cannot wait for the first.
 */
export function createSerialQueue(): SerialQueue {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = tail.then(async () => {
      // Much of the work never waits. In between, the event loop reads new messages, cancellations among them.
      if (isYieldDue()) await yieldToEventLoop();
      return work();
    });
    tail = turn.catch(() => undefined); // A failed call must not stop the next one.
    return turn;
  };
}
