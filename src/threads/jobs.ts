/**
 * The life of a compaction job: spawned with its planned cuts, one checkpoint per cut, ended as
 * completed or failed. A lease, renewed every third of its duration, shows that someone is working
 * on it. Each write renews the lease first in the same transaction: if recovery has ended the job
 * meanwhile, that fails and nothing is written under a job that has ended.
 */

import { HoldallError } from "../base/errors.ts";
import { type CutRule, cutRuleId } from "../compaction/cut-points.ts";
import {
  type CreatedCheckpoint,
  jobEndedBody,
  jobSpawnedBody,
  SUMMARISER_JOB,
} from "../compaction/event-bodies.ts";
import type { Cut } from "../compaction/message-index.ts";
import { summaryBlob } from "../compaction/summary-blob.ts";
import type { NewEvent } from "../ledger/append.ts";
import { dropLease, LEASE_MS, renewLease, takeLease } from "../ledger/leases.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import { appendCheckpoint } from "./checkpoints.ts";
import { type CompactionRequest, requestedRule } from "./compaction/plan-cuts.ts";
import { summariseCut } from "./compaction/summarise-cut.ts";
import { JOB_LEASE, jobLease } from "./recover.ts";
import { threadStream } from "./stream.ts";
import { selectOpenJobs } from "./tables/jobs.ts";

/** A job that was recorded as started and whose cuts are still to be summarised. */
export interface Job {
  readonly job_id: string;
  readonly planned: readonly Cut[];
  readonly rule: CutRule;
}

/**
 * The open summariser job of a thread; the newest, if there are several (an imported log may leave
 * some open).
 */
export async function findInflightJob({ tx }: Pick<UnitOfWork, "tx">, thread_id: string) {
  const jobs = await selectOpenJobs(tx, thread_id);
  return jobs.find(({ job_kind }) => job_kind === SUMMARISER_JOB)?.job_id ?? null;
}

/**
 * Records the start of a job, after the decision that caused it, and takes its lease in the same
 * transaction. `before` may be a function because a schedule decision names the id of the job that
 * it started.
 */
export async function beginJob(
  unit: UnitOfWork,
  thread_id: string,
  request: CompactionRequest & {
    readonly planned: readonly Cut[];
    readonly before: readonly NewEvent[] | ((job: { begun: string }) => NewEvent);
  },
): Promise<Job> {
  const job_id = unit.newId();
  const { planned, before, actor } = request;
  const rule = requestedRule(request);
  const decided = typeof before === "function" ? [before({ begun: job_id })] : before;
  const body = jobSpawnedBody(job_id, planned, rule);
  const stream = threadStream(thread_id);
  await unit.append([...decided, { stream, type: "continuity_job_spawned", actor, body }]);
  await takeLease(unit, { ...jobLease(job_id), kind: JOB_LEASE });
  return { job_id, planned, rule };
}

/** What became of a job. */
export interface JobResult {
  readonly job_id: string;
  readonly status: "completed" | "failed";
  readonly created: readonly CreatedCheckpoint[];
  readonly error: string | null;
}

/**
 * Writes the summaries of a job one after the other. Checkpoints written before a failure remain
 * valid: each is complete in itself. An internal error is rethrown, and recovery ends the job when
 * the lease expires.
 */
export async function runJob(
  ledger: Ledger,
  thread_id: string,
  job: Job,
  request: CompactionRequest,
): Promise<JobResult> {
  const { job_id } = job;
  const created: CreatedCheckpoint[] = [];
  const renew = () => ledger.write((unit) => renewLease(unit, jobLease(job_id)));
  // A lost lease fails the next write; an error of the timer itself would have no caller.
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
    const stream = threadStream(thread_id);
    await unit.append([{ stream, type: "continuity_job_ended", actor: request.actor, body }]);
    await dropLease(unit, jobLease(job_id).name);
  });
  return { job_id, created, error, status: error === null ? "completed" : "failed" };
}

/**
 * Reads in one transaction, summarises in none, writes in another. The base is looked up for each
 * cut, so that a cut of this job continues the checkpoint that the previous cut wrote.
 */
async function summarise(
  ledger: Ledger,
  thread_id: string,
  { job, cut, actor, summariser }: CompactionRequest & { readonly job: Job; readonly cut: Cut },
): Promise<CreatedCheckpoint> {
  const cut_rule_id = cutRuleId(job.rule);
  const { markdown, basis } = await summariseCut(ledger, thread_id, {
    cut,
    cut_rule_id,
    summariser,
  });
  const summary = summaryBlob({
    thread_id,
    cut,
    actor_id: actor.id,
    origin: actor.origin,
    produced_by: { type: "job", id: job.job_id },
    basis,
    markdown,
  });
  return ledger.write(async (unit) => {
    await renewLease(unit, jobLease(job.job_id));
    return appendCheckpoint(unit, { thread_id, cut, cut_rule_id, summary, actor });
  });
}
