/**
 * Resolves what a user typed (an id or an unambiguous prefix) to rows of the tables. The selects
 * return two rows at most for a prefix: enough to know that it is ambiguous.
 */

import { HoldallError } from "../base/errors.ts";
import { excerpt } from "../base/text/text.ts";
import { readById, readHead } from "../ledger/read.ts";
import type { Transaction } from "../stores/store.ts";
import { threadStream } from "./stream.ts";
import {
  countMessages,
  type MessageRow,
  selectMessage,
  selectMessageAt,
  selectMessageIds,
} from "./tables/messages.ts";
import { type RunRow, selectRun, selectRuns } from "./tables/runs.ts";
import { selectThread, selectThreadIds, type ThreadRow } from "./tables/threads.ts";

/** A thread and the seq of its last event. */
export interface FoundThread {
  readonly thread: ThreadRow;
  readonly head: number;
}

/**
 * The thread with an id or an unambiguous prefix. A thread always has its creation, so its head is
 * at least 0.
 */
export async function findThread(tx: Transaction, id: string): Promise<FoundThread> {
  const thread =
    (await selectThread(tx, id)) ?? (await byStart(await selectThreadIds(tx, id), "thread", id));
  const row = typeof thread === "string" ? await selectThread(tx, thread) : thread;
  if (row === null) throw missing("thread", id);
  const head = await readHead(tx, threadStream(row.thread_id));
  return { thread: row, head: (head?.events ?? 1) - 1 };
}

/**
 * The run with an id or an unambiguous prefix. Imported logs may have one run in two threads: the
 * first counts.
 */
export async function findRun(tx: Transaction, id: string): Promise<RunRow> {
  const exact = await selectRun(tx, id);
  if (exact !== null) return exact;
  const rows = await selectRuns(tx, id);
  const only = byStart([...new Set(rows.map((row) => row.run_session_id))], "run", id);
  const found = rows.find(({ run_session_id }) => run_session_id === only);
  if (found === undefined) throw missing("run", id);
  return found;
}

/**
 * A message of a thread by its id or an unambiguous prefix. The full id is looked up by the
 * ledger's index; only a prefix needs a scan of the thread's messages.
 */
export async function findMessage(
  tx: Transaction,
  thread_id: string,
  id: string,
): Promise<MessageRow> {
  const event = await readById(tx, threadStream(thread_id), id);
  const exact = event && (await selectMessageAt(tx, thread_id, event.seq));
  if (exact) return exact;
  const rows = await selectMessageIds(tx, thread_id, id);
  const only = byStart(
    rows.map(({ event_id }) => event_id),
    "message",
    id,
  );
  const found = rows.find(({ event_id }) => event_id === only);
  if (found === undefined) throw missing("message", id);
  return found;
}

/** The newest message of a thread at or before a seq. */
export async function newestMessage(
  tx: Transaction,
  thread_id: string,
  to_seq: number,
): Promise<MessageRow | null> {
  const ordinal = await countMessages(tx, thread_id, to_seq);
  return ordinal === 0 ? null : selectMessage(tx, thread_id, ordinal);
}

/** The only id of those that match. The empty prefix matches everything and is refused. */
function byStart(ids: readonly string[], what: string, id: string): string {
  const [only, second] = ids;
  if (only === undefined || id === "") throw missing(what, id);
  if (second === undefined) return only;
  throw new HoldallError(
    "E_USAGE",
    `Cannot find ${what} "${excerpt(id)}": ambiguous prefix; it matches several ids`,
    {
      cure: "use a longer prefix",
    },
  );
}

function missing(what: string, id: string): HoldallError {
  return new HoldallError("E_NOT_FOUND", `Cannot find ${what} "${excerpt(id)}": not found`);
}
