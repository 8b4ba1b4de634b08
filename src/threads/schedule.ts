/**
 * Scheduled compaction: like `compact.ts`, but the decision itself is recorded, so that a log shows
 * why summaries were or were not written. Decision and job start share one transaction: of two
 * processes that schedule at once, the second sees the first one's job and records
 * `skipped_inflight`.
 */

import * as z from "zod";
import { createdCheckpointSchema, scheduleBody } from "../compaction/event-bodies.ts";
import { cutSchema } from "../compaction/message-index.ts";
import { decideSchedule, policyId } from "../compaction/schedule.ts";
import type { NewEvent } from "../ledger/append.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import { type CompactionRequest, planDueCuts, requestedRule } from "./compaction/plan-cuts.ts";
import { beginJob, findInflightJob, type Job, runJob } from "./jobs.ts";
import { openMessageIndex } from "./message-index.ts";
import { threadStream } from "./stream.ts";

/** What a schedule is asked for. */
export interface ScheduleRequest extends CompactionRequest {
  readonly block_on_inflight: boolean;
  readonly execute: boolean;
}

/** What a schedule came to. */
export const scheduleResultSchema = () =>
  z.object({
    thread_id: z.string(),
    policy_id: z.string(),
    decision_id: z.string().nullable(),
    decision: z.enum(["noop", "dry_run", "skipped_inflight", "scheduled", "completed", "failed"]),
    planned: z.array(cutSchema()).readonly(),
    job_id: z.string().nullable(),
    inflight_job_id: z.string().nullable(),
    created: z.array(createdCheckpointSchema()).readonly(),
    error: z.string().nullable(),
  });

/** What a schedule came to. */
export type ScheduleResult = z.infer<ReturnType<typeof scheduleResultSchema>>;

/**
 * Decides whether summaries are written now, records that, and writes them if `execute` is set.
 * Nothing due and a dry run are not recorded.
 */
export async function scheduleCompaction(
  ledger: Ledger,
  request: ScheduleRequest,
): Promise<ScheduleResult> {
  const { decided, job } = await ledger.write((unit) => decide(unit, request));
  if (job === null || !request.execute) return decided;
  const { status, ...done } = await runJob(ledger, decided.thread_id, job, request);
  return { ...decided, ...done, decision: status };
}

async function decide(
  unit: UnitOfWork,
  request: ScheduleRequest,
): Promise<{ readonly decided: ScheduleResult; readonly job: Job | null }> {
  const open = await openMessageIndex(unit.tx, request.thread);
  const { thread_id, message_count } = open.index;
  const planned = await planDueCuts(unit, open, request);
  const inflight_job_id = await findInflightJob(unit, thread_id);
  const { dry_run, block_on_inflight, execute, actor } = request;
  const decision = decideSchedule(planned, { dry_run, block_on_inflight, inflight_job_id });
  const policy = policyOf(request);
  const policy_id = policyId(policy);
  const unwritten = { thread_id, policy_id, decision, planned, inflight_job_id };
  const nothing = { decision_id: null, job_id: null, created: [], error: null };
  if (decision === "noop" || decision === "dry_run") {
    return { decided: { ...unwritten, ...nothing }, job: null };
  }
  const decision_id = unit.newId();
  const record = { decision_id, policy, execute, message_count, planned };
  const event = (job: Parameters<typeof scheduleBody>[0]["job"]): NewEvent => ({
    stream: threadStream(thread_id),
    type: "continuity_compaction_auto_schedule_decided",
    actor,
    id: decision_id,
    body: scheduleBody({ ...record, job }),
  });
  if (decision === "skipped_inflight") {
    await unit.append([event({ inflight: inflight_job_id ?? "" })]);
    return { decided: { ...unwritten, ...nothing, decision_id }, job: null };
  }
  const job = await beginJob(unit, thread_id, { ...request, planned, before: event });
  const { job_id } = job;
  return { decided: { ...unwritten, ...nothing, decision_id, job_id }, job };
}

function policyOf(request: ScheduleRequest) {
  const { max_new_checkpoints, block_on_inflight } = request;
  return {
    ...requestedRule(request),
    ...(max_new_checkpoints === undefined ? {} : { max_new_checkpoints }),
    block_on_inflight,
  };
}
