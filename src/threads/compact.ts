import { HoldallError } from "../base/errors.ts";
import {
  type CreatedCheckpoint,
  jobEndedBody,
  jobSpawnedBody,
  SUMMARISER_JOB,
  scheduleBody,
} from "../compaction/bodies.ts";
import { checkStride, cutRuleOf, planCuts } from "../compaction/cut-points.ts";
import type { Cut } from "../compaction/outline.ts";
import { decideSchedule, policyId, type ScheduleDecision } from "../compaction/schedule.ts";
import type { Summariser } from "../compaction/summariser.ts";
import { summaryBlob } from "../compaction/summary-blob.ts";
import type { NewEvent } from "../ledger/append.ts";
import { dropLease, LEASE_MS, renewLease, takeLease } from "../ledger/leases.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { WriteUnit } from "../ledger/write-unit.ts";
import type { Actor } from "../model/event.ts";
import { appendCheckpoint, basisFor } from "./checkpoints.ts";
import { type OpenOutline, openOutline } from "./outline.ts";
import { JOB_LEASE, jobLease } from "./recover.ts";
import { streamOf } from "./stream.ts";
import { hasOpenRun, selectOpenJobs } from "./tables.ts";
import { turnsUp } from "./turns.ts";

/** What compaction is asked for. */
export interface Compaction {
  readonly thread: string;
  readonly stride_messages?: number | undefined;
  readonly max_new_checkpoints?: number | undefined;
  readonly dry_run: boolean;
  readonly actor: Actor;
  readonly summariser: Summariser;
}

/** What compaction did. */
export interface Compacted {
  readonly thread_id: string;
  readonly status: "noop" | "completed" | "failed";
  readonly planned: readonly Cut[];
  readonly job_id: string | null;
  readonly created: readonly CreatedCheckpoint[];
  readonly error: string | null;
}

/** A job that was recorded as begun and is still to be done. */
interface Job {
  readonly job_id: string;
  readonly planned: readonly Cut[];
  readonly stride: number;
}

/** Writes the summaries that are due, each on top of the one before. Without any, nothing is recorded. */
export async function compactThread(ledger: Ledger, request: Compaction): Promise<Compacted> {
  const { thread_id, planned, job } = await ledger.write(async (unit) => {
    const open = await openOutline(unit.tx, request.thread);
    const { thread_id: id } = open.outline;
    const cuts = await planDue(unit, open, request);
    const begun =
      cuts.length === 0 || request.dry_run
        ? null
        : await beginJob(unit, id, { ...request, planned: cuts, before: [] });
    return { thread_id: id, planned: cuts, job: begun };
  });
  if (job === null) {
    return { thread_id, status: "noop", planned, job_id: null, created: [], error: null };
  }
  return { thread_id, planned, ...(await performJob(ledger, thread_id, job, request)) };
}

/** What a schedule is asked for. */
export interface Scheduling extends Compaction {
  readonly block_on_inflight: boolean;
  readonly execute: boolean;
}

/** What a schedule came to. */
export interface Scheduled {
  readonly thread_id: string;
  readonly policy_id: string;
  readonly decision_id: string | null;
  readonly decision: ScheduleDecision | "completed" | "failed";
  readonly planned: readonly Cut[];
  readonly job_id: string | null;
  readonly inflight_job_id: string | null;
  readonly created: readonly CreatedCheckpoint[];
  readonly error: string | null;
}

/** Decides whether summaries are written now, records that, and writes them when it was decided so. */
export async function scheduleCompaction(ledger: Ledger, request: Scheduling): Promise<Scheduled> {
  const { decided, job } = await ledger.write((unit) => decide(unit, request));
  if (job === null || !request.execute) return decided;
  const { status, ...done } = await performJob(ledger, decided.thread_id, job, request);
  return { ...decided, ...done, decision: status };
}

async function decide(
  unit: WriteUnit,
  request: Scheduling,
): Promise<{ readonly decided: Scheduled; readonly job: Job | null }> {
  const open = await openOutline(unit.tx, request.thread);
  const { thread_id, message_count } = open.outline;
  const planned = await planDue(unit, open, request);
  const inflight_job_id = await inflightJob(unit, thread_id);
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
    stream: streamOf(thread_id),
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

function policyOf({ stride_messages, max_new_checkpoints, block_on_inflight }: Scheduling) {
  return {
    ...(stride_messages === undefined ? {} : { stride_messages }),
    ...(max_new_checkpoints === undefined ? {} : { max_new_checkpoints }),
    block_on_inflight,
  };
}

/** The job of a thread that is open; the newest, when there are several. */
export async function inflightJob({ tx }: Pick<WriteUnit, "tx">, thread_id: string) {
  const jobs = await selectOpenJobs(tx, thread_id);
  return jobs.find(({ job_kind }) => job_kind === SUMMARISER_JOB)?.job_id ?? null;
}

/** The cuts that are due. A turn that is still being answered is not summarised: half of it would be lost. */
async function planDue(
  { tx }: WriteUnit,
  { outline }: OpenOutline,
  { stride_messages, max_new_checkpoints }: Compaction,
): Promise<readonly Cut[]> {
  const planned = await planCuts(outline, {
    ...(stride_messages === undefined ? {} : { stride_messages }),
    ...(max_new_checkpoints === undefined ? {} : { max_new_checkpoints }),
  });
  const due: Cut[] = [];
  for (const cut of planned) {
    if (await hasOpenRun(tx, outline.thread_id, cut.to_message_id)) break;
    due.push(cut);
  }
  return due;
}

async function beginJob(
  unit: WriteUnit,
  thread_id: string,
  request: Compaction & {
    readonly planned: readonly Cut[];
    readonly before: readonly NewEvent[] | ((job: { begun: string }) => NewEvent);
  },
): Promise<Job> {
  const job_id = unit.newId();
  const { planned, before, actor } = request;
  const stride = checkStride(request.stride_messages);
  const decided = typeof before === "function" ? [before({ begun: job_id })] : before;
  const body = jobSpawnedBody(job_id, planned, stride);
  const stream = streamOf(thread_id);
  await unit.append([...decided, { stream, type: "continuity_job_spawned", actor, body }]);
  await takeLease(unit, { ...jobLease(job_id), kind: JOB_LEASE });
  return { job_id, planned, stride };
}

type Performed = Pick<Compacted, "job_id" | "created" | "error"> & {
  readonly status: "completed" | "failed";
};

async function performJob(
  ledger: Ledger,
  thread_id: string,
  job: Job,
  request: Compaction,
): Promise<Performed> {
  const { job_id } = job;
  const created: CreatedCheckpoint[] = [];
  const renew = () => ledger.write((unit) => renewLease(unit, jobLease(job_id)));
  // A lost lease shows with the next write; the beat itself has nobody to tell.
  const beat = setInterval(() => void renew().catch(() => undefined), LEASE_MS / 3);
  let error: string | null = null;
  try {
    for (const cut of job.planned)
      created.push(await summarise(ledger, thread_id, { ...request, job, cut }));
  } catch (fault) {
    if (!(fault instanceof HoldallError) || fault.code === "E_INTERNAL") throw fault;
    error = fault.message;
  } finally {
    clearInterval(beat);
  }
  await ledger.write(async (unit) => {
    await renewLease(unit, jobLease(job_id));
    const body = jobEndedBody(job_id, created, error);
    const stream = streamOf(thread_id);
    await unit.append([{ stream, type: "continuity_job_ended", actor: request.actor, body }]);
    await dropLease(unit, jobLease(job_id).name);
  });
  return { job_id, created, error, status: error === null ? "completed" : "failed" };
}

async function summarise(
  ledger: Ledger,
  thread_id: string,
  { job, cut, actor, summariser }: Compaction & { readonly job: Job; readonly cut: Cut },
): Promise<CreatedCheckpoint> {
  const cut_rule_id = cutRuleOf(job.stride);
  const { open, basis } = await ledger.read(async (tx) => {
    const outline = await openOutline(tx, thread_id);
    return { open: outline, basis: await basisFor(tx, outline, cut) };
  });
  const from = basis.after_ordinal + 1;
  const to = open.outline.inherited_count + cut.target_message_ordinal;
  const markdown = await summariser.summarise({
    thread_id,
    cut_rule_id,
    cut,
    base: basis.base,
    basis_note: basis.basis?.note ?? null,
    turns: () => turnsUp(ledger.read, open.lineage.segments, { from, to, detail: "whole turns" }),
  });
  const summary = summaryBlob({
    thread_id,
    cut,
    actor_id: actor.id,
    origin: actor.origin,
    produced_by: { type: "job", id: job.job_id },
    basis: basis.basis,
    markdown,
  });
  return ledger.write(async (unit) => {
    await renewLease(unit, jobLease(job.job_id));
    return appendCheckpoint(unit, { thread_id, cut, cut_rule_id, summary, actor });
  });
}
