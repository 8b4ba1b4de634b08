/** What others may read of the queue: mandates, status and views call these, and nothing here writes. */

import type { Transaction } from "../../stores/store.ts";
import { type RequestClock, type SlaClass, slaOf } from "./sla.ts";
import {
  countClaimable,
  type RequestFilter,
  selectClaimable,
  selectEntered,
  selectRequests,
} from "./tables/queries.ts";
import type { RequestEventRow, RequestRow } from "./tables/rows.ts";

/** A request with the class of the clock that runs. */
export type TimedRequest = RequestRow & { readonly sla: SlaClass };

/** How long a request to a responsibility may wait, unless it says so itself. */
export type ResponseSeconds = (target: string) => number;

/** Requests in the order in which they are claimed, with their classes at a time. */
export async function listRequests(
  tx: Transaction,
  filter: RequestFilter,
  times: { readonly now: string; readonly responseSeconds: ResponseSeconds },
): Promise<readonly TimedRequest[]> {
  const { workspace_id } = filter;
  return withClasses(tx, await selectRequests(tx, filter), { workspace_id, ...times });
}

/** The open requests of a responsibility, pending ones in the order in which they are claimed. */
export interface Queue {
  readonly pending: readonly TimedRequest[];
  /** Pending ones beyond those that were looked at. */
  readonly morePending: number;
  readonly accepted: readonly TimedRequest[];
  readonly deferred: readonly TimedRequest[];
}

/** How many pending requests a view of the queue lists. */
export const LISTED = 50;
/** How many requests of one status are looked at; a queue beyond that is late whatever its clocks say. */
const MAX_OPEN = 10_000;

/** The queue of a responsibility at a time, as `open_requests.md` shows it. */
export async function readQueue(
  tx: Transaction,
  {
    workspace_id,
    target,
    now,
    responseSeconds,
  }: { workspace_id: string; target: string; now: string; responseSeconds: number },
): Promise<Queue> {
  const timed = (rows: readonly RequestRow[]) =>
    withClasses(tx, rows, { workspace_id, now, responseSeconds: () => responseSeconds });
  const by = (status: "accepted" | "deferred") =>
    selectRequests(tx, { workspace_id, target, status, limit: MAX_OPEN });
  const pending = await timed(
    await selectClaimable(tx, { workspace_id, target, now, limit: MAX_OPEN, lock: "" }),
  );
  const all =
    pending.length < MAX_OPEN
      ? pending.length
      : await countClaimable(tx, { workspace_id, target, now });
  return {
    pending,
    morePending: all - pending.length,
    accepted: await timed(await by("accepted")),
    deferred: await timed(await by("deferred")),
  };
}

async function withClasses(
  tx: Transaction,
  rows: readonly RequestRow[],
  {
    workspace_id,
    now,
    responseSeconds,
  }: { workspace_id: string; now: string; responseSeconds: ResponseSeconds },
): Promise<readonly TimedRequest[]> {
  const ids = rows.map(({ id }) => id);
  const pending = await selectEntered(tx, { workspace_id, status: "pending", ids });
  const accepted = await selectEntered(tx, { workspace_id, status: "accepted", ids });
  return rows.map((request) => {
    const clock: RequestClock = {
      pending_since: pending.get(request.id) ?? null,
      accepted_at: accepted.get(request.id) ?? null,
    };
    const allowed = responseSeconds(request.target_responsibility_id);
    return { ...request, sla: slaOf(request, clock, { now, responseSeconds: allowed }) };
  });
}

/** When a request last became pending, and when it was accepted. */
export function clockOfRequest(events: readonly RequestEventRow[]): RequestClock {
  const entered = (status: string) =>
    events.findLast(({ new_status }) => new_status === status)?.created_at ?? null;
  return { pending_since: entered("pending"), accepted_at: entered("accepted") };
}
