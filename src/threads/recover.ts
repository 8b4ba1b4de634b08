/**
 * Ends work whose process has died. The ledger finds leases that have expired and calls `end` once
 * for each, in a transaction; the run or job is then recorded as interrupted, by the actor
 * "system". Ending only what is still open makes this safe when two processes find the same lease.
 */

import type { LedgerModule } from "../ledger/projections.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor } from "../model/event.ts";
import { frameEvent } from "./frame-event.ts";
import { endRun, RUN_LEASE, runLease } from "./runs.ts";
import { threadStream } from "./stream.ts";
import { selectOpenJobs } from "./tables/jobs.ts";
import { selectOpenRuns } from "./tables/runs.ts";

/** The kind of lease that jobs carry. */
export const JOB_LEASE = "job";

/** The name of a job's lease. */
export function jobLease(job_id: string): { readonly name: string; readonly holder: string } {
  return { name: `job:${job_id}`, holder: job_id };
}

const INTERRUPTED = "interrupted";
const recovery: Actor = { id: "system", origin: "recovery" };

/**
 * How runs and jobs that nobody works on any more are ended: once, as interrupted. `unleased` lists
 * open work for which there is no lease at all, as after an import.
 */
export const leases: NonNullable<LedgerModule["leases"]> = {
  kinds: [RUN_LEASE, JOB_LEASE],
  async unleased(tx) {
    const runs = await selectOpenRuns(tx);
    const jobs = await selectOpenJobs(tx);
    return [
      ...runs.map(({ run_session_id }) => ({ ...runLease(run_session_id), kind: RUN_LEASE })),
      ...jobs.map(({ job_id }) => ({ ...jobLease(job_id), kind: JOB_LEASE })),
    ];
  },
  end: (unit, { name, kind }) =>
    kind === RUN_LEASE ? endLostRun(unit, name) : endLostJob(unit, name),
};

function idIn(lease: string): string {
  return lease.slice(lease.indexOf(":") + 1);
}

async function endLostRun(unit: UnitOfWork, name: string): Promise<void> {
  for (const run of await selectOpenRuns(unit.tx, idIn(name))) {
    await endRun(unit, run, { reason: INTERRUPTED, actor: recovery });
  }
}

async function endLostJob(unit: UnitOfWork, name: string): Promise<void> {
  const open = await selectOpenJobs(unit.tx);
  for (const { thread_id, job_id, job_kind } of open) {
    if (job_id !== idIn(name)) continue;
    const payload = { job_id, job_kind, status: "failed", error: INTERRUPTED };
    const stream = threadStream(thread_id);
    await unit.append([
      frameEvent({ stream, type: "continuity_job_ended", payload, actor: recovery }),
    ]);
  }
}
