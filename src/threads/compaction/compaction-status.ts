import * as z from "zod";
import type { JsonObject } from "../../base/json/value.ts";
import { cutSchema } from "../../compaction/message-index.ts";
import { type CompactionStatus, compactionStatus } from "../../compaction/status.ts";
import { jsonValue } from "../../model/json-values.ts";
import type { Transaction } from "../../stores/store.ts";
import { findInflightJob } from "../jobs.ts";
import { openMessageIndex } from "../message-index.ts";
import { newestFrames, recordedFrame } from "../selections.ts";

/** How far a thread is summarised, and what is due. */
export const compactionStatusSchema = () =>
  z.object({
    thread_id: z.string(),
    stride_messages: z.number(),
    message_count: z.number(),
    latest_checkpoint: z
      .object({
        checkpoint_id: z.string(),
        thread_id: z.string(),
        seq: z.number(),
        to_seq: z.number(),
        to_ordinal: z.number(),
        to_message_id: z.string().nullable(),
        summary_kind: z.string(),
        summary_artifact_id: z.string(),
      })
      .nullable(),
    next_cut_point: cutSchema().nullable(),
    inflight_job_id: z.string().nullable(),
    last_schedule_decision: z.looseObject({ decision: jsonValue().optional() }).nullable(),
    last_job_outcome: z
      .looseObject({ status: jsonValue().optional(), error: jsonValue().optional() })
      .nullable(),
  });

/**
 * How far a thread is compacted, and what became of the last job. Only the newest frame of each
 * type is read: the history of a thread may contain thousands.
 */
export async function readCompactionStatus(
  tx: Transaction,
  thread: string,
  stride_messages?: number,
): Promise<CompactionStatus> {
  const { index } = await openMessageIndex(tx, thread);
  const { thread_id } = index;
  const newest = async (type: string): Promise<JsonObject | null> => {
    const [event] = await newestFrames(tx, { thread_id, type, limit: 1 });
    return event === undefined ? null : recordedFrame(event);
  };
  const jobs = {
    inflight_job_id: await findInflightJob({ tx }, thread_id),
    last_schedule_decision: await newest("continuity_compaction_auto_schedule_decided"),
    last_job_outcome: await newest("continuity_job_ended"),
  };
  return compactionStatus(index, jobs, stride_messages);
}
