import type { LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import type { TableSet } from "./table-set.ts";
import { integerAt, stringAt, stringOrNull } from "./values.ts";

/** A checkpoint; `to_ordinal` counts the thread's own messages. */
export type CheckpointRow = {
  readonly thread_id: string;
  readonly to_seq: number;
  readonly seq: number;
  readonly checkpoint_id: string;
  readonly summary_kind: string;
  readonly summary_artifact_id: string;
  readonly to_message_id: string | null;
  readonly to_ordinal: number;
};

/** Checkpoints of compaction, by how far each reaches. */
export const checkpointTables: TableSet = {
  tables: ["thread_checkpoints"],
  create: ({ text, integer }) => [
    `create table thread_checkpoints (
      thread_id ${text} not null, to_seq ${integer} not null, seq ${integer} not null,
      checkpoint_id ${text} not null, summary_kind ${text} not null,
      summary_artifact_id ${text} not null, to_message_id ${text}, to_ordinal ${integer} not null,
      primary key (thread_id, to_seq, seq))`,
  ],
  apply: {
    continuity_compaction_checkpoint_created: applyCheckpoint,
  },
};

/**
 * The ordinal is computed when the event is applied, from the messages before it: a query per
 * compile is saved. Falls back to the event's id, since imported logs may lack a checkpoint id.
 */
function applyCheckpoint(tx: Transaction, event: LedgerEvent, thread_id: string): void {
  const { seq, id, body } = event;
  const to_seq = integerAt(body, "to_seq");
  tx.write(
    `insert into thread_checkpoints (thread_id, to_seq, seq, checkpoint_id, summary_kind,
       summary_artifact_id, to_message_id, to_ordinal)
     values (?, ?, ?, ?, ?, ?, ?, coalesce((select ordinal from thread_messages
       where thread_id = ? and seq <= ? order by seq desc limit 1), 0))`,
    [
      thread_id,
      to_seq,
      seq,
      stringAt(body, "checkpoint_id") || id,
      stringAt(body, "summary_kind"),
      stringAt(body, "summary_artifact_id"),
      stringOrNull(body, "to_message_id"),
      thread_id,
      to_seq,
    ],
  );
}

const CHECKPOINT =
  "thread_id, to_seq, seq, checkpoint_id, summary_kind, summary_artifact_id, to_message_id, to_ordinal";

/** Checkpoints of a thread below a place, from the one that reaches furthest down. */
export function selectCheckpoints(
  tx: Transaction,
  page: {
    readonly thread_id: string;
    /** Keyset of the page: (to_seq, seq) of the last row of the page before. */
    readonly below: { readonly to_seq: number; readonly seq: number };
    readonly as_of: number;
    readonly limit: number;
  },
): Promise<readonly CheckpointRow[]> {
  const { thread_id, below, as_of, limit } = page;
  return tx.all<CheckpointRow>(
    `select ${CHECKPOINT} from thread_checkpoints
     where thread_id = ? and to_seq <= ? and (to_seq < ? or seq < ?) and seq <= ?
     order by to_seq desc, seq desc limit ?`,
    [thread_id, below.to_seq, below.to_seq, below.seq, as_of, limit],
  );
}
