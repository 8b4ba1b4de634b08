/**
 * The events of compaction, in the keys of the rip log format. Where that format has free-form
 * objects (`details`, `result`), its writer sorts keys, and we do the same: equal content then has
 * equal bytes.
 */

import * as z from "zod";
import type { JsonObject } from "../base/json/value.ts";
import { CUMULATIVE } from "../model/summary-document.ts";
import { type CutRule, clampCuts, cutRuleId } from "./cut-points.ts";
import type { Cut } from "./message-index.ts";
import { cutRuleOf, policyId, type SchedulePolicy } from "./schedule.ts";

/** The kind of job that writes summaries. */
export const SUMMARISER_JOB = "compaction_summarizer_v1";

/** A checkpoint that was created. */
export const createdCheckpointSchema = () =>
  z.object({
    checkpoint_id: z.string(),
    cut_rule_id: z.string(),
    summary_artifact_id: z.string(),
    to_seq: z.number(),
    to_message_id: z.string(),
  });

/** A checkpoint that was created. */
export type CreatedCheckpoint = z.infer<ReturnType<typeof createdCheckpointSchema>>;

/** The body of `continuity_compaction_checkpoint_created`; the event's own id is the checkpoint's. */
export function checkpointBody(
  created: CreatedCheckpoint,
  blob: { readonly sha256: string; readonly bytes: number },
): JsonObject {
  const { checkpoint_id, cut_rule_id, summary_artifact_id, to_seq, to_message_id } = created;
  return {
    checkpoint_id,
    cut_rule_id,
    summary_kind: CUMULATIVE,
    summary_artifact_id,
    from_seq: 0,
    to_seq,
    to_message_id,
    digest: `sha256:${blob.sha256}`,
    bytes: blob.bytes,
  };
}

/** The body of `continuity_job_spawned` for planned cuts. */
export function jobSpawnedBody(job_id: string, planned: readonly Cut[], rule: CutRule): JsonObject {
  return {
    job_id,
    job_kind: SUMMARISER_JOB,
    // The rule's own key comes where the order of the alphabet puts it.
    details: {
      cut_rule_id: cutRuleId(rule),
      ...("over_tokens" in rule ? rule : {}),
      planned: planned.map(plannedEntry),
      schema: "rip.job.compaction_summarizer.v1",
      ...("over_tokens" in rule ? {} : rule),
    },
  };
}

/** The body of `continuity_job_ended`; what was made before a failure stays and is listed. */
export function jobEndedBody(
  job_id: string,
  created: readonly CreatedCheckpoint[],
  error: string | null = null,
): JsonObject {
  return {
    job_id,
    job_kind: SUMMARISER_JOB,
    status: error === null ? "completed" : "failed",
    result: {
      created: created.map(createdEntry),
      schema: "rip.job_result.compaction_summarizer.v1",
    },
    ...(error === null ? {} : { error }),
  };
}

/** What a schedule was decided on. */
export interface ScheduleRecord {
  readonly decision_id: string;
  readonly policy: SchedulePolicy;
  readonly execute: boolean;
  readonly message_count: number;
  readonly planned: readonly Cut[];
  /** The job that was begun, or the one that was in the way. */
  readonly job: { readonly begun: string } | { readonly inflight: string };
}

/** The body of `continuity_compaction_auto_schedule_decided`. */
export function scheduleBody(record: ScheduleRecord): JsonObject {
  const { decision_id, policy, execute, message_count, planned, job } = record;
  const rule = cutRuleOf(policy);
  return {
    decision_id,
    policy_id: policyId(policy),
    decision: "begun" in job ? "scheduled" : "skipped_inflight",
    execute,
    // The log knows strides alone: none is 0, and the rule's id says what was counted instead.
    stride_messages: "over_tokens" in rule ? 0 : rule.stride_messages,
    max_new_checkpoints: clampCuts(policy.max_new_checkpoints),
    block_on_inflight: policy.block_on_inflight ?? true,
    message_count,
    cut_rule_id: cutRuleId(rule),
    planned: planned.map(({ target_message_ordinal, to_seq, to_message_id }) => ({
      target_message_ordinal,
      to_seq,
      to_message_id,
    })),
    ...("begun" in job
      ? { job_id: job.begun, job_kind: SUMMARISER_JOB }
      : { reason: { job_id: job.inflight, kind: "inflight_job" } }),
  };
}

/** Inside free-form objects keys are in ascending order. */
function plannedEntry({ target_message_ordinal, to_seq, to_message_id }: Cut): JsonObject {
  return { target_message_ordinal, to_message_id, to_seq };
}

function createdEntry(created: CreatedCheckpoint): JsonObject {
  const { checkpoint_id, cut_rule_id, summary_artifact_id, to_message_id, to_seq } = created;
  return { checkpoint_id, cut_rule_id, summary_artifact_id, to_message_id, to_seq };
}
