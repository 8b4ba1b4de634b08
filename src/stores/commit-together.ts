/**
 * Writers that wait for their turn commit together: one transaction, one wait for the disk. Each is as atomic as on its
 * own, by a savepoint, and is answered after the commit.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction } from "./store.ts";
import type { TransactionQueue } from "./transaction-queue.ts";

type Work<Result> = (tx: Transaction) => Promise<Result>;

/** One who waits. */
interface Writer {
  /** Does its work, and returns what answers it once that is committed. */
  run(tx: Transaction): Promise<() => void>;
  fail(error: unknown): void;
}

/** PostgreSQL is quick with so many savepoints in one transaction. */
const MAX_AT_ONCE = 32;
/** Who began first does not wait longer than this for those that came later. */
const MAX_WORK_MS = 50;

/** Runs writers in turn, those that wait at the same time in one transaction. */
export function commitTogether(
  queue: TransactionQueue,
  perform: (work: Work<void>) => Promise<void>,
): <Result>(work: Work<Result>) => Promise<Result> {
  const waiting: Writer[] = [];

  /** Runs those who wait in one transaction, and answers them after it. */
  async function drain(): Promise<void> {
    const taken: Writer[] = [];
    const answers: (() => void)[] = [];
    try {
      await perform((tx) => runWriters(tx, { waiting, taken, answers }));
    } catch (error) {
      // Where the transaction could not even begin, the others try again in turns of their own.
      if (taken.length === 0) take(waiting, taken);
      for (const writer of taken) writer.fail(error);
      return;
    }
    for (const answer of answers) answer();
  }

  return (work) =>
    new Promise((resolve, reject) => {
      // Each works in the asynchronous context of its caller, not in that of whoever came first.
      const run = AsyncLocalStorage.bind((tx: Transaction) => queue.runNow(() => work(tx)));
      queue.refuseNesting();
      waiting.push({
        run: async (tx) => {
          const result = await run(tx);
          return () => resolve(result);
        },
        fail: reject,
      });
      // One turn for each writer; those whose work was done in an earlier turn find nothing to do.
      queue.enqueue(() => (waiting.length === 0 ? Promise.resolve() : drain())).catch(reject);
    });
}

/** Those of one transaction. */
interface Group {
  readonly waiting: Writer[];
  readonly taken: Writer[];
  readonly answers: (() => void)[];
}

async function runWriters(tx: Transaction, { waiting, taken, answers }: Group): Promise<void> {
  const start = performance.now();
  if (waiting.length === 1) {
    const [only] = take(waiting, taken);
    if (only !== undefined) answers.push(await only.run(tx));
    return; // Those that came meanwhile go together.
  }
  // After a rollback, nothing that somebody remembers of the transaction is true.
  let current = tx;
  let last = await setSavepoint(tx, 0);
  while (taken.length < MAX_AT_ONCE && performance.now() - start < MAX_WORK_MS) {
    const [writer] = take(waiting, taken);
    if (writer === undefined) return;
    try {
      const answer = await writer.run(current);
      // What is still buffered is sent with it, so that its failure is this writer's.
      last = await setSavepoint(current, taken.length);
      answers.push(answer);
    } catch (error) {
      await current.run(`rollback to savepoint ${last}`);
      current = { ...tx };
      writer.fail(error);
    }
  }
}

function take(waiting: Writer[], taken: Writer[]): readonly Writer[] {
  const next = waiting.splice(0, 1);
  taken.push(...next);
  return next;
}

async function setSavepoint(tx: Transaction, number: number): Promise<string> {
  const name = `writer_${number}`;
  await tx.run(`savepoint ${name}`);
  return name;
}
