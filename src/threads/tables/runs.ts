import type { LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import { AFTER_ALL, firstRow } from "./queries.ts";
import type { TableSet } from "./table-set.ts";
import { integerAt, stringAt, stringOrNull } from "./values.ts";

/** A run. */
export type RunRow = {
  readonly thread_id: string;
  readonly run_session_id: string;
  readonly message_id: string;
  readonly spawned_seq: number | null;
  readonly ended_seq: number | null;
  readonly reason: string | null;
};

/**
 * Runs: which message each answers, and how it ended. The key includes the thread because an
 * imported log may reuse a run id in another thread.
 */
export const runTables: TableSet = {
  tables: ["thread_runs"],
  create: ({ text, integer }) => [
    `create table thread_runs (
      run_session_id ${text} not null, thread_id ${text} not null, message_id ${text} not null,
      spawned_seq ${integer}, ended_seq ${integer}, reason ${text}, reply ${text},
      reply_bytes ${integer}, steps ${integer}, step_bytes ${integer}, primary key (run_session_id, thread_id))`,
    "create index thread_runs_ended on thread_runs (thread_id, message_id, ended_seq)",
    "create index thread_runs_open on thread_runs (run_session_id) where ended_seq is null",
  ],
  apply: {
    continuity_run_spawned: applyRunSpawned,
    continuity_run_ended: applyRunEnded,
  },
};

function applyRunSpawned(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  tx.write(
    `insert into thread_runs (run_session_id, thread_id, message_id, spawned_seq)
     values (?, ?, ?, ?) on conflict (run_session_id, thread_id) do nothing`,
    [stringAt(body, "run_session_id"), thread_id, stringAt(body, "message_id"), seq],
  );
}

/**
 * Inserts the row if it is missing: an imported log may have an end without a start. The first end
 * counts.
 */
function applyRunEnded(tx: Transaction, event: LedgerEvent, thread_id: string): void {
  const { seq, body, raw } = event;
  const run = stringAt(body, "run_session_id");
  // A reply text named by an imported log is not trusted; its recorded pieces are joined instead.
  const isOurs = raw === null && typeof body.reply_artifact_id === "string";
  tx.write(
    `insert into thread_runs
       (run_session_id, thread_id, message_id, ended_seq, reason, reply, reply_bytes, steps,
        step_bytes)
     select ?, ?, ?, ?, ?, ?, ?, count(*), coalesce(sum(bytes), 0)
     from thread_parts where run_session_id = ? and is_step = 1
     on conflict (run_session_id, thread_id) do update
     set ended_seq = excluded.ended_seq, reason = excluded.reason, reply = excluded.reply,
       reply_bytes = excluded.reply_bytes, steps = excluded.steps,
       step_bytes = excluded.step_bytes
     where thread_runs.ended_seq is null`,
    [
      run,
      thread_id,
      stringAt(body, "message_id"),
      seq,
      stringOrNull(body, "reason") ?? "other",
      isOurs ? stringAt(body, "reply_artifact_id") : null,
      isOurs ? integerAt(body, "reply_bytes") : null,
      run,
    ],
  );
}

/** Runs whose ids have a prefix, two at most. */
export function selectRuns(tx: Transaction, start: string): Promise<readonly RunRow[]> {
  return tx.all<RunRow>(
    `select thread_id, run_session_id, message_id, spawned_seq, ended_seq, reason
     from thread_runs where run_session_id >= ? and run_session_id < ?
     order by run_session_id, thread_id limit 2`,
    [start, start + AFTER_ALL],
  );
}

/** A run by its full id. */
export function selectRun(tx: Transaction, id: string): Promise<RunRow | null> {
  return firstRow<RunRow>(
    tx,
    `select thread_id, run_session_id, message_id, spawned_seq, ended_seq, reason
     from thread_runs where run_session_id = ? order by thread_id limit 1`,
    [id],
  );
}

/** The last seq at which a run of a message started or ended; 0 without runs. */
export async function lastRunSeq(
  tx: Transaction,
  thread_id: string,
  message_id: string,
): Promise<number> {
  const found = await firstRow<{ spawned: number | null; ended: number | null }>(
    tx,
    `select max(spawned_seq) as spawned, max(ended_seq) as ended from thread_runs
     where thread_id = ? and message_id = ?`,
    [thread_id, message_id],
  );
  return Math.max(found?.spawned ?? 0, found?.ended ?? 0);
}

/** Every run that has not ended, or those with an id. */
export function selectOpenRuns(tx: Transaction, id?: string): Promise<readonly RunRow[]> {
  return tx.all<RunRow>(
    `select thread_id, run_session_id, message_id, spawned_seq, ended_seq, reason
     from thread_runs where ended_seq is null and run_session_id >= ? and run_session_id <= ?
     order by run_session_id, thread_id`,
    [id ?? "", id ?? AFTER_ALL],
  );
}

/** Whether a message is being answered. */
export async function hasOpenRun(
  tx: Transaction,
  thread_id: string,
  message_id: string,
): Promise<boolean> {
  const found = await firstRow(
    tx,
    `select run_session_id from thread_runs
     where thread_id = ? and message_id = ? and ended_seq is null limit 1`,
    [thread_id, message_id],
  );
  return found !== null;
}
