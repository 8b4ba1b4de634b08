import type { JsonObject } from "../base/json/value.ts";
import { type CompactionStatus, compactionStatus } from "../compaction/status.ts";
import type { Transaction } from "../stores/store.ts";
import { findInflightJob } from "./jobs.ts";
import { openMessageIndex } from "./message-index.ts";
import { newestFrames, recordedFrame } from "./selections.ts";

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
