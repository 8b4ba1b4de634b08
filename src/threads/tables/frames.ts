import type { LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import type { TableSet } from "./table-set.ts";

/**
 * An index of frames that are rarely read, and then as they were recorded: only their seq is kept.
 */
export const frameTables: TableSet = {
  tables: ["thread_frames"],
  create: ({ text, integer }) => [
    `create table thread_frames (
      thread_id ${text} not null, type ${text} not null, seq ${integer} not null,
      primary key (thread_id, type, seq))`,
  ],
  apply: {
    continuity_context_selection_decided: applyFrame,
    continuity_context_compiled: applyFrame,
    continuity_compaction_auto_schedule_decided: applyFrame,
    continuity_job_ended: applyFrame,
  },
};

function applyFrame(tx: Transaction, { type, seq }: LedgerEvent, thread_id: string): void {
  tx.write("insert into thread_frames (thread_id, type, seq) values (?, ?, ?)", [
    thread_id,
    type,
    seq,
  ]);
}

/** The seqs of the newest frames of an indexed type, newest first. */
export async function selectFrames(
  tx: Transaction,
  { thread_id, type, limit }: { thread_id: string; type: string; limit: number },
): Promise<readonly number[]> {
  const rows = await tx.all<{ seq: number }>(
    "select seq from thread_frames where thread_id = ? and type = ? order by seq desc limit ?",
    [thread_id, type, limit],
  );
  return rows.map(({ seq }) => seq);
}

/**
 * Frames of an indexed type over all threads, after a position; the caller pages by the last row.
 */
export function selectAllFrames(
  tx: Transaction,
  page: {
    readonly type: string;
    readonly after: { readonly thread_id: string; readonly seq: number };
    readonly limit: number;
  },
): Promise<readonly { readonly thread_id: string; readonly seq: number }[]> {
  const { type, after, limit } = page;
  return tx.all(
    `select thread_id, seq from thread_frames
     where type = ? and (thread_id > ? or (thread_id = ? and seq > ?))
     order by thread_id, seq limit ?`,
    [type, after.thread_id, after.thread_id, after.seq, limit],
  );
}
