/**
 * Compaction on request. The protocol has three phases, because a summariser may ask a model and
 * must not keep a write transaction open meanwhile:
 *
 * 1. one transaction plans the cuts, records the job and takes its lease;
 * 2. the summaries are written one by one, each in its own short transaction (`jobs.ts`);
 * 3. a last transaction records how the job ended and drops the lease.
 *
 * A process that dies in phase 2 leaves an expired lease; `recover.ts` then ends the job once.
 */

import * as z from "zod";
import { createdCheckpointSchema } from "../../compaction/event-bodies.ts";
import { cutSchema } from "../../compaction/message-index.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { beginJob, runJob } from "../jobs.ts";
import { openMessageIndex } from "../message-index.ts";
import { type CompactionRequest, planDueCuts } from "./plan-cuts.ts";

/** What compaction did. */
export const compactedSchema = () =>
  z.object({
    thread_id: z.string(),
    status: z.enum(["noop", "completed", "failed"]),
    planned: z.array(cutSchema()).readonly(),
    job_id: z.string().nullable(),
    created: z.array(createdCheckpointSchema()).readonly(),
    error: z.string().nullable(),
  });

/** What compaction did. */
export type Compacted = z.infer<ReturnType<typeof compactedSchema>>;

/**
 * Writes the summaries that are due, each building on the one before. When none is due, nothing is
 * recorded.
 */
export async function compactThread(
  ledger: Ledger,
  request: CompactionRequest,
): Promise<Compacted> {
  const { thread_id, planned, job } = await ledger.write(async (unit) => {
    const open = await openMessageIndex(unit.tx, request.thread);
    const { thread_id: id } = open.index;
    const cuts = await planDueCuts(unit, open, request);
    const begun =
      cuts.length === 0 || request.dry_run
        ? null
        : await beginJob(unit, id, { ...request, planned: cuts, before: [] });
    return { thread_id: id, planned: cuts, job: begun };
  });
  if (job === null) {
    return { thread_id, status: "noop", planned, job_id: null, created: [], error: null };
  }
  return { thread_id, planned, ...(await runJob(ledger, thread_id, job, request)) };
}
