import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Acting } from "../acting.ts";
import { type Note, recordStep } from "./record.ts";
import { selectDue } from "./tables/queries.ts";
import type { RequestRow } from "./tables/rows.ts";

/** What a sweep changed. */
export interface Sweep {
  readonly opened: readonly string[];
  readonly expired: readonly string[];
  readonly notes: readonly Note[];
}

/** Requests per transaction; the caller sweeps again while it finds as many. */
export const SWEEP_LIMIT = 500;

/** Opens requests whose time has come, and lets pending ones expire whose time is over. */
export async function sweepRequests(unit: UnitOfWork, acting: Acting): Promise<Sweep> {
  const due = await selectDue(unit.tx, {
    workspace_id: acting.workspace,
    now: acting.at,
    limit: SWEEP_LIMIT,
  });
  const opened: string[] = [];
  const expired: string[] = [];
  const notes: Note[] = [];
  for (const found of due) {
    let request: RequestRow = found;
    if (request.status !== "pending") {
      const change = await recordStep(unit, acting, {
        type: "request_opened",
        request,
        by: "kernel",
      });
      request = change.request;
      opened.push(request.id);
      notes.push(...change.notes);
    }
    if (request.due_at === null || request.due_at >= acting.at) continue;
    const change = await recordStep(unit, acting, {
      type: "request_expired",
      request,
      by: "kernel",
    });
    expired.push(request.id);
    notes.push(...change.notes);
  }
  return { opened, expired, notes };
}
