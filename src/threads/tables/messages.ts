import type { LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import { AFTER_ALL, firstRow } from "./queries.ts";
import type { TableSet } from "./table-set.ts";
import { textRefAt } from "./values.ts";

/** The position of a message in its thread. */
export type MessageRow = {
  readonly ordinal: number;
  readonly seq: number;
  readonly event_id: string;
};

/** A message, and the last run that answered it and ended at or before a cut. */
export type TurnRow = {
  readonly ordinal: number;
  readonly seq: number;
  readonly event_id: string;
  readonly actor_id: string;
  readonly origin: string;
  readonly content: string | null;
  readonly bytes: number;
  readonly refs: string | null;
  readonly run_session_id: string | null;
  readonly reason: string | null;
  /**
   * The text of the reply, if it is stored as one; otherwise it is joined from the parts of the
   * run.
   */
  readonly reply: string | null;
  readonly reply_bytes: number | null;
  /**
   * What the run did: frames, and bytes in their texts, as counted when it ended. Used to price a
   * turn unread.
   */
  readonly steps: number | null;
  readonly step_bytes: number | null;
};

/**
 * The messages of each thread, numbered from 1 without gaps: windows and strides are ranges of
 * ordinals.
 */
export const messageTables: TableSet = {
  tables: ["thread_messages"],
  create: ({ text, integer }) => [
    `create table thread_messages (
      thread_id ${text} not null, ordinal ${integer} not null, seq ${integer} not null,
      event_id ${text} not null, actor_id ${text} not null, origin ${text} not null,
      content ${text}, bytes ${integer} not null, refs ${text}, primary key (thread_id, ordinal))`,
    "create unique index thread_messages_seq on thread_messages (thread_id, seq)",
  ],
  apply: {
    continuity_message_appended: applyMessage,
  },
};

function applyMessage(tx: Transaction, event: LedgerEvent, thread_id: string): void {
  const { seq, id, actor, body } = event;
  const content = textRefAt(body, "content");
  tx.write(
    `insert into thread_messages
       (thread_id, ordinal, seq, event_id, actor_id, origin, content, bytes, refs)
     values (?, coalesce((select max(ordinal) from thread_messages where thread_id = ?), 0) + 1,
       ?, ?, ?, ?, ?, ?, ?)`,
    [
      thread_id,
      thread_id,
      seq,
      id,
      actor?.id ?? "",
      actor?.origin ?? "",
      content.sha256,
      content.bytes,
      Array.isArray(body.refs) ? JSON.stringify(body.refs) : null,
    ],
  );
}

/** How many messages of its own a thread has at or before a seq. */
export async function countMessages(tx: Transaction, id: string, seq: number): Promise<number> {
  const found = await firstRow<{ n: number | null }>(
    tx,
    // The newest row by the index on seq; max(ordinal) would read all of them.
    "select ordinal as n from thread_messages where thread_id = ? and seq <= ? order by seq desc limit 1",
    [id, seq],
  );
  return found?.n ?? 0;
}

/** A thread's own message by its ordinal. */
export function selectMessage(
  tx: Transaction,
  id: string,
  ordinal: number,
): Promise<MessageRow | null> {
  return firstRow<MessageRow>(
    tx,
    "select ordinal, seq, event_id from thread_messages where thread_id = ? and ordinal = ?",
    [id, ordinal],
  );
}

/** A thread's own message by its seq. */
export function selectMessageAt(
  tx: Transaction,
  id: string,
  seq: number,
): Promise<MessageRow | null> {
  return firstRow<MessageRow>(
    tx,
    "select ordinal, seq, event_id from thread_messages where thread_id = ? and seq = ?",
    [id, seq],
  );
}

/**
 * A thread's own messages whose ids have a prefix, two at most. There is no index by id: it scans
 * the thread.
 */
export function selectMessageIds(
  tx: Transaction,
  id: string,
  start: string,
): Promise<readonly MessageRow[]> {
  return tx.all<MessageRow>(
    `select ordinal, seq, event_id from thread_messages
     where thread_id = ? and event_id >= ? and event_id < ? limit 2`,
    [id, start, start + AFTER_ALL],
  );
}

/**
 * Messages of a thread from an ordinal down, each with its reply as of the cut. Of several runs
 * that answered one message, the last to end counts.
 */
export function selectTurns(
  tx: Transaction,
  page: {
    readonly thread_id: string;
    readonly from: number;
    readonly limit: number;
    readonly cut: number;
  },
): Promise<readonly TurnRow[]> {
  return tx.all<TurnRow>(
    `select m.ordinal, m.seq, m.event_id, m.actor_id, m.origin, m.content, m.bytes, m.refs,
       r.run_session_id, r.reason, r.reply, r.reply_bytes, r.steps, r.step_bytes
     from thread_messages as m
     left join thread_runs as r on r.thread_id = m.thread_id and r.message_id = m.event_id
       and r.ended_seq = (select max(e.ended_seq) from thread_runs as e
         where e.thread_id = m.thread_id and e.message_id = m.event_id and e.ended_seq <= ?)
     where m.thread_id = ? and m.ordinal <= ? and m.ordinal > ? order by m.ordinal desc`,
    // Bounded by ordinals, which have no gaps, and not by a limit: a server that knows little of its
    // tables would sort a whole thread for the newest rows.
    [page.cut, page.thread_id, page.from, page.from - page.limit],
  );
}
