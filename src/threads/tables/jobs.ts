import type { LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import { AFTER_ALL } from "./queries.ts";
import type { TableSet } from "./table-set.ts";
import { stringAt } from "./values.ts";

/** A background job of a thread. */
export type JobRow = {
  readonly thread_id: string;
  readonly job_id: string;
  readonly job_kind: string;
};

/**
 * Background jobs, open and ended. The partial index keeps the search for open jobs small, however
 * many have ended.
 */
export const jobTables: TableSet = {
  tables: ["thread_jobs"],
  create: ({ text, integer }) => [
    `create table thread_jobs (
      thread_id ${text} not null, job_id ${text} not null, job_kind ${text} not null,
      spawned_seq ${integer} not null, ended_seq ${integer}, primary key (thread_id, job_id))`,
    "create index thread_jobs_open on thread_jobs (thread_id, spawned_seq) where ended_seq is null",
  ],
  apply: {
    continuity_job_spawned: applyJobSpawned,
    continuity_job_ended: applyJobEnded,
  },
};

function applyJobSpawned(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  tx.write(
    // An imported log may repeat an id: the first start counts, and `event-order.ts` reports the
    // second.
    `insert into thread_jobs (thread_id, job_id, job_kind, spawned_seq) values (?, ?, ?, ?)
     on conflict (thread_id, job_id) do nothing`,
    [thread_id, stringAt(body, "job_id"), stringAt(body, "job_kind"), seq],
  );
}

function applyJobEnded(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  tx.write(
    `update thread_jobs set ended_seq = ?
     where thread_id = ? and job_id = ? and ended_seq is null`,
    [seq, thread_id, stringAt(body, "job_id")],
  );
}

/** Every job that has not ended; those of one thread when it is named, the newest first. */
export function selectOpenJobs(tx: Transaction, thread?: string): Promise<readonly JobRow[]> {
  return tx.all<JobRow>(
    `select thread_id, job_id, job_kind from thread_jobs
     where ended_seq is null and thread_id >= ? and thread_id <= ?
     order by thread_id, spawned_seq desc`,
    [thread ?? "", thread ?? AFTER_ALL],
  );
}
