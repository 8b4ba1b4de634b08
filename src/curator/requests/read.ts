/** What others may read of the queue: mandates, status and views call these, and nothing here writes. */

import type { Transaction } from "../../stores/store.ts";
import { type RequestClock, type SlaClass, slaOf } from "./sla.ts";
import {
  countClaimable,
  type RequestFilter,
  selectByIds,
  selectClaimable,
  selectClosed,
  selectEntered,
  selectLastSteps,
  selectRequests,
  selectSent,
} from "./tables/queries.ts";
import type { RequestEventRow, RequestRow } from "./tables/rows.ts";

/** A request with the class of the clock that runs. */
export type TimedRequest = RequestRow & { readonly sla: SlaClass };

/** A request with when it got its status, and what was noted with that. */
export type AnsweredRequest = RequestRow & {
  readonly since: string;
  readonly note: string | null;
};

/** How long a request to a responsibility may wait, unless it says so itself; null for a working day. */
export type ResponseSeconds = (target: string) => number | null;

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
  }: { workspace_id: string; target: string; now: string; responseSeconds: number | null },
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

/** Whose requests, and how many of them. */
interface ConcerningFilter {
  readonly workspace_id: string;
  readonly responsibility_id: string;
  readonly limit: number;
}

/** What a responsibility asked of others and is not closed. */
export async function readSent(
  tx: Transaction,
  filter: ConcerningFilter,
): Promise<{ readonly sent: readonly AnsweredRequest[]; readonly moreSent: number }> {
  const { rows, total } = await selectSent(tx, filter);
  return { sent: await withAnswers(tx, rows), moreSent: total - rows.length };
}

/** The requests of a responsibility, made or received, that were closed last, newest first. */
export async function readClosed(
  tx: Transaction,
  filter: ConcerningFilter,
): Promise<readonly AnsweredRequest[]> {
  const ids = await selectClosed(tx, filter);
  const rows = ids.length === 0 ? [] : await selectByIds(tx, filter.workspace_id, ids);
  const place = new Map(ids.map((id, index) => [id, index]));
  const answered = await withAnswers(tx, rows);
  return answered.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
}

/** Adds when each request got its status, and what was noted with that. */
export async function withAnswers<Row extends RequestRow>(
  tx: Transaction,
  rows: readonly Row[],
): Promise<readonly (Row & AnsweredRequest)[]> {
  const steps = await selectLastSteps(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((request) => {
    const { at = request.created_at, note = null } = steps.get(request.id) ?? {};
    return { ...request, since: at, note };
  });
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
