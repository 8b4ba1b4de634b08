import type { CreatedCheckpoint } from "../compaction/event-bodies.ts";
import type { Cut } from "../compaction/message-index.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { beginJob, performJob } from "./jobs.ts";
import { openOutline } from "./message-index.ts";
import { type Compaction, planDue } from "./plan-cuts.ts";

/** What compaction did. */
export interface Compacted {
  readonly thread_id: string;
  readonly status: "noop" | "completed" | "failed";
  readonly planned: readonly Cut[];
  readonly job_id: string | null;
  readonly created: readonly CreatedCheckpoint[];
  readonly error: string | null;
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
