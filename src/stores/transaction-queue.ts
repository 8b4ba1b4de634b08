/**
 * Orders the transactions of one store within a process, and detects a transaction inside another:
 * it would wait for itself for ever. Nesting is recognised by the asynchronous context, so that an
 * unrelated transaction of the same process simply waits.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { HoldallError } from "../base/errors.ts";

/** Runs pieces of work, and refuses one that would wait for itself. */
export interface TransactionQueue {
  /** Runs work after all work that was enqueued before. */
  enqueue<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Throws inside of a transaction. */
  refuseNesting(): void;
  /** Runs work at once. */
  runNow<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** One queue per store: its transactions must not contain each other. */
export function createTransactionQueue(): TransactionQueue {
  const inside = new AsyncLocalStorage<{ isOpen: boolean }>();
  let tail: Promise<unknown> = Promise.resolve();
  let pending = 0;
  const leave = () => void pending--;
  const guarded = async <Result>(work: () => Promise<Result>) => {
    const visit = { isOpen: true };
    try {
      return await inside.run(visit, work);
    } finally {
      // Asynchronous work that outlives the transaction, such as a timer, may begin one of its own.
      visit.isOpen = false;
    }
  };
  const refuseNesting = () => {
    if (!inside.getStore()?.isOpen) return;
    throw new HoldallError(
      "E_INTERNAL",
      "Cannot begin a transaction: another one of this store is open",
    );
  };
  return {
    refuseNesting,
    async enqueue(work) {
      refuseNesting();
      const turn = pending++ === 0 ? guarded(work) : tail.then(() => guarded(work));
      tail = turn.then(leave, leave); // A failed piece of work must not stop the next one.
      return turn;
    },
    async runNow(work) {
      refuseNesting();
      return guarded(work);
    },
  };
}
