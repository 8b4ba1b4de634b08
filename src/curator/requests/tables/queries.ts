import type { Transaction } from "../../../stores/store.ts";
import { isTerminal, type RequestStatus, requestStatuses } from "../status.ts";
import type { RequestEventRow, RequestRow } from "./rows.ts";

const REQUEST = `id, type, origin_responsibility_id, target_responsibility_id, origin_mandate_id,
  subject, summary, body_md_path, payload_json, workspace_id, status, priority,
  sla_response_seconds, sla_completion_seconds, acknowledged_at, due_at, processed_at, closed_at,
  created_at, available_at, idempotency_key, attempts, last_error, authored_by, author_agent_id,
  source_context`;

/** A request of a workspace. */
export async function selectRequest(
  tx: Transaction,
  workspace_id: string,
  id: string,
): Promise<RequestRow | null> {
  const sql = `select ${REQUEST} from requests where id = ? and workspace_id = ?`;
  return (await tx.all<RequestRow>(sql, [id, workspace_id]))[0] ?? null;
}

/** Several requests of a workspace, in the order in which they are claimed. */
export function selectByIds(
  tx: Transaction,
  workspace_id: string,
  ids: readonly string[],
): Promise<readonly RequestRow[]> {
  const marks = ids.map(() => "?").join(", ");
  return tx.all<RequestRow>(
    `select ${REQUEST} from requests where workspace_id = ? and id in (${marks})
     order by priority, created_at, id`,
    [workspace_id, ...ids],
  );
}

/** Whether a request of any workspace has this id. */
export async function hasRequestId(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.all("select 1 as found from requests where id = ?", [id])).length > 0;
}

/** The greatest id that begins with a text, which ends with a dash; null when there is none. */
export async function selectLastId(tx: Transaction, prefix: string): Promise<string | null> {
  const after = `${prefix.slice(0, -1)}.`; // A dot is the character after a dash.
  const [row] = await tx.all<{ last: string | null }>(
    "select max(id) as last from requests where id > ? and id < ?",
    [prefix, after],
  );
  return row?.last ?? null;
}

/** The request that was made with a key. */
export async function selectByKey(
  tx: Transaction,
  workspace_id: string,
  key: string,
): Promise<RequestRow | null> {
  const sql = `select ${REQUEST} from requests where workspace_id = ? and idempotency_key = ?`;
  return (await tx.all<RequestRow>(sql, [workspace_id, key]))[0] ?? null;
}

/** Which requests are wanted of a workspace; each key narrows the result. */
export interface RequestFilter {
  readonly workspace_id: string;
  readonly target?: string | undefined;
  readonly origin?: string | undefined;
  readonly status?: RequestStatus | undefined;
  readonly type?: string | undefined;
  readonly limit: number;
}

/** Requests in the order in which they are claimed. */
export function selectRequests(
  tx: Transaction,
  { workspace_id, target, origin, status, type, limit }: RequestFilter,
): Promise<readonly RequestRow[]> {
  const narrow: readonly (readonly [column: string, value: string | undefined])[] = [
    ["target_responsibility_id", target],
    ["origin_responsibility_id", origin],
    ["status", status],
    ["type", type],
  ];
  const used = narrow.filter(([, value]) => value !== undefined);
  const where = ["workspace_id = ?", ...used.map(([column]) => `${column} = ?`)].join(" and ");
  return tx.all<RequestRow>(
    `select ${REQUEST} from requests where ${where} order by priority, created_at, id limit ?`,
    [workspace_id, ...used.map(([, value]) => value ?? ""), limit],
  );
}

/** Requests of every workspace, the newest first. */
export function selectAllRequests(tx: Transaction, limit: number): Promise<readonly RequestRow[]> {
  return tx.all<RequestRow>(
    `select ${REQUEST} from requests order by created_at desc, id limit ?`,
    [limit],
  );
}

/** The rows that a worker may claim now, in order. */
export function selectClaimable(
  tx: Transaction,
  wanted: {
    readonly workspace_id: string;
    readonly target: string;
    readonly now: string;
    readonly limit: number;
    /** What the engine needs so that two transactions never get one row; empty where it has one writer. */
    readonly lock: string;
  },
): Promise<readonly RequestRow[]> {
  const { workspace_id, target, now, limit, lock } = wanted;
  return tx.all<RequestRow>(
    `select ${REQUEST} from requests
     where workspace_id = ? and target_responsibility_id = ?
       and status = 'pending' and available_at <= ?
     order by priority, created_at, id limit ? ${lock}`,
    [workspace_id, target, now, limit],
  );
}

/** How many rows a claim without a limit would find. */
export async function countClaimable(
  tx: Transaction,
  { workspace_id, target, now }: { workspace_id: string; target: string; now: string },
): Promise<number> {
  const [row] = await tx.all<{ n: number }>(
    `select count(*) as n from requests where workspace_id = ? and target_responsibility_id = ?
       and status = 'pending' and available_at <= ?`,
    [workspace_id, target, now],
  );
  return Number(row?.n ?? 0);
}

/** Requests whose time has come, for a sweep: created, deferred and overdue ones. */
export function selectDue(
  tx: Transaction,
  { workspace_id, now, limit }: { workspace_id: string; now: string; limit: number },
): Promise<readonly RequestRow[]> {
  return tx.all<RequestRow>(
    `select ${REQUEST} from requests where workspace_id = ?
       and ((status in ('created', 'deferred') and available_at <= ?)
         or (status = 'deferred' and due_at < ?) or (status = 'pending' and due_at < ?))
     order by priority, created_at, id limit ?`,
    [workspace_id, now, now, now, limit],
  );
}

const EVENT = `e.id, e.request_id, e.event_type, e.old_status, e.new_status, e.note, e.created_at,
  e.created_by, e.created_agent_id`;

/** What happened to a request, in order. */
export function selectRequestEvents(
  tx: Transaction,
  request_id: string,
): Promise<readonly RequestEventRow[]> {
  return tx.all<RequestEventRow>(
    `select ${EVENT} from request_events e where e.request_id = ? order by e.id`,
    [request_id],
  );
}

/**
 * Whether an event is about a request that a responsibility made or received. Not a join: that would let
 * the database read the events of all requests first and sort them.
 */
const CONCERNS = `exists (select 1 from requests r where r.id = e.request_id and r.workspace_id = ?
  and (r.target_responsibility_id = ? or r.origin_responsibility_id = ?))`;

/** Ids of the requests that a responsibility made or received and that were closed last, newest first. */
export async function selectClosed(
  tx: Transaction,
  {
    workspace_id,
    responsibility_id,
    limit,
  }: { workspace_id: string; responsibility_id: string; limit: number },
): Promise<readonly string[]> {
  const closing = requestStatuses.filter(isTerminal);
  const rows = await tx.all<{ request_id: string }>(
    `select e.request_id from request_events e
     where e.new_status in (${closing.map(() => "?").join(", ")}) and ${CONCERNS}
     order by e.id desc limit ?`,
    [...closing, workspace_id, responsibility_id, responsibility_id, limit],
  );
  return rows.map(({ request_id }) => request_id);
}

/** Requests that a responsibility made to others and that are not closed, in the order in which they are claimed. */
export async function selectSent(
  tx: Transaction,
  {
    workspace_id,
    responsibility_id,
    limit,
  }: { workspace_id: string; responsibility_id: string; limit: number },
): Promise<{ readonly rows: readonly RequestRow[]; readonly total: number }> {
  const open = requestStatuses.filter((status) => !isTerminal(status));
  const where = `workspace_id = ? and origin_responsibility_id = ? and target_responsibility_id <> ?
    and status in (${open.map(() => "?").join(", ")})`;
  const values = [workspace_id, responsibility_id, responsibility_id, ...open];
  const rows = await tx.all<RequestRow>(
    `select ${REQUEST} from requests where ${where} order by priority, created_at, id limit ?`,
    [...values, limit],
  );
  if (rows.length < limit) return { rows, total: rows.length };
  const [count] = await tx.all<{ n: number }>(
    `select count(*) as n from requests where ${where}`,
    values,
  );
  return { rows, total: Number(count?.n ?? rows.length) };
}

/** The last change of a request's status. */
export interface LastStep {
  readonly at: string;
  readonly note: string | null;
}

/** When each of some requests got its status, and with which note. */
export async function selectLastSteps(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LastStep>> {
  const steps = new Map<string, LastStep>();
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const rows = await tx.all<{ request_id: string; note: string | null; created_at: string }>(
      `select e.request_id, e.note, e.created_at from request_events e where e.id in (
         select max(id) from request_events where new_status is not null
           and request_id in (${batch.map(() => "?").join(", ")}) group by request_id)`,
      batch,
    );
    for (const { request_id, note, created_at } of rows) {
      steps.set(request_id, { note, at: created_at });
    }
  }
  return steps;
}

/** The highest id of an event that concerns a responsibility; 0 when there is none. */
export async function selectLastEventId(
  tx: Transaction,
  workspace_id: string,
  responsibility_id: string,
): Promise<number> {
  // From the newest on, because the one that is looked for is seldom far away.
  const [row] = await tx.all<{ id: number }>(
    `select e.id from request_events e where ${CONCERNS} order by e.id desc limit 1`,
    [workspace_id, responsibility_id, responsibility_id],
  );
  return Number(row?.id ?? 0);
}

/** Values that one statement may name. */
const BATCH = 500;

/** When each of these requests that are in a status last entered it. */
export async function selectEntered(
  tx: Transaction,
  wanted: {
    readonly workspace_id: string;
    readonly status: RequestStatus;
    readonly ids: readonly string[];
  },
): Promise<ReadonlyMap<string, string>> {
  const { workspace_id, status, ids } = wanted;
  const entered = new Map<string, string>();
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const rows = await tx.all<{ request_id: string; created_at: string }>(
      `select e.request_id, max(e.created_at) as created_at from request_events e
       join requests r on r.id = e.request_id
       where e.request_id in (${batch.map(() => "?").join(", ")})
         and r.workspace_id = ? and r.status = ? and e.new_status = ? group by e.request_id`,
      [...batch, workspace_id, status, status],
    );
    for (const { request_id, created_at } of rows) entered.set(request_id, created_at);
  }
  return entered;
}

/** The answers to offers of context, oldest first. */
export function selectAnswers(
  tx: Transaction,
  workspace_id: string,
): Promise<
  readonly {
    readonly responsibility_id: string;
    readonly payload_json: string | null;
    readonly answer: string;
  }[]
> {
  return tx.all(
    `select r.target_responsibility_id as responsibility_id, r.payload_json, e.note as answer
     from request_events e join requests r on r.id = e.request_id
     where r.workspace_id = ? and e.event_type = 'context_response' order by e.id`,
    [workspace_id],
  );
}
