import type { JsonObject } from "../base/json/value.ts";
import type { Checkpoint } from "../model/turn.ts";
import { checkStride, nextCutPoint } from "./cut-points.ts";
import { type Cut, type MessageIndex, newestOf } from "./message-index.ts";

/** What the log contains about compaction jobs of a thread. */
export interface JobHistory {
  readonly inflight_job_id: string | null;
  readonly last_schedule_decision: JsonObject | null;
  readonly last_job_outcome: JsonObject | null;
}

/** How far a thread is compacted. */
export interface CompactionStatus extends JobHistory {
  readonly thread_id: string;
  readonly stride_messages: number;
  readonly message_count: number;
  readonly latest_checkpoint: Checkpoint | null;
  readonly next_cut_point: Cut | null;
}

/** Computes how far a thread is compacted; writes nothing. */
export async function compactionStatus(
  index: MessageIndex,
  jobs: JobHistory,
  stride_messages?: number,
): Promise<CompactionStatus> {
  const stride = checkStride(stride_messages);
  return {
    thread_id: index.thread_id,
    stride_messages: stride,
    message_count: index.message_count,
    latest_checkpoint: newestOf(index.checkpoints),
    next_cut_point: await nextCutPoint(index, stride),
    inflight_job_id: jobs.inflight_job_id,
    last_schedule_decision: jobs.last_schedule_decision,
    last_job_outcome: jobs.last_job_outcome,
  };
}
