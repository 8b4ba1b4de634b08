import { canonicalText } from "../../../ledger/event-hash.ts";
import type { LedgerEvent } from "../../../model/event.ts";
import type { SqlValue, Transaction } from "../../../stores/store.ts";
import type { Subject, TableSet } from "../../tables/table-set.ts";
import { refuse, statusTriggers } from "../../tables/triggers.ts";
import { isOneOf, isTime } from "../../tables/values.ts";
import {
  answeredSchema,
  createdSchema,
  PAYLOAD_BYTES,
  type StepBody,
  stepSchema,
} from "../bodies.ts";
import {
  type RequestStatus,
  type RequestStep,
  requestArrows,
  requestStatuses,
  requestSteps,
} from "../status.ts";
import { selectRequest } from "./queries.ts";

/** Requests and what happened to each. */
export const requestTables: TableSet = {
  tables: ["requests", "request_events"],
  create: ({ text, integer }) => [
    `create table requests (
      id ${text} primary key, type ${text} not null default 'request_for_action',
      origin_responsibility_id ${text} not null, target_responsibility_id ${text} not null,
      origin_mandate_id ${text}, subject ${text} not null, summary ${text} not null,
      body_md_path ${text}, payload_json ${text}, workspace_id ${text} not null,
      status ${text} not null ${isOneOf("status", requestStatuses)},
      priority ${integer} not null default 100,
      sla_response_seconds ${integer}, sla_completion_seconds ${integer},
      acknowledged_at ${text} ${isTime("acknowledged_at")}, due_at ${text} ${isTime("due_at")},
      processed_at ${text} ${isTime("processed_at")}, closed_at ${text} ${isTime("closed_at")},
      created_at ${text} not null ${isTime("created_at")},
      available_at ${text} not null ${isTime("available_at")},
      idempotency_key ${text}, attempts ${integer} not null default 0, last_error ${text},
      authored_by ${text} not null, author_agent_id ${text}, source_context ${text})`,
    `create unique index requests_idempotency on requests (workspace_id, idempotency_key)
      where idempotency_key is not null`,
    `create index requests_queue on requests
      (workspace_id, target_responsibility_id, status, available_at, priority, created_at)`,
    `create table request_events (
      id ${integer} primary key, request_id ${text} not null references requests (id),
      event_type ${text} not null, old_status ${text}, new_status ${text}, note ${text},
      created_at ${text} not null ${isTime("created_at")}, created_by ${text} not null,
      created_agent_id ${text})`,
    "create index request_events_request on request_events (request_id, id)",
  ],
  triggers: (engine) => [
    ...statusTriggers(
      {
        table: "requests",
        status: "status",
        log: "request_events",
        key: [["id", "request_id"]],
        arrows: requestArrows,
        prefix: "E_RFA",
      },
      engine,
    ),
    ...refuse(engine, {
      table: "requests",
      on: "insert",
      code: "E_RFA_PAYLOAD",
      unless: `new.payload_json is null or ${engine.isJson("new.payload_json")}`,
    }),
  ],
  apply: {
    request_created: applyCreated,
    ...Object.fromEntries(Object.keys(requestSteps).map((type) => [type, applyStep])),
    request_answered: applyAnswered,
  },
};

const CREATE = `insert into requests (id, type, origin_responsibility_id, target_responsibility_id,
  origin_mandate_id, subject, summary, body_md_path, payload_json, workspace_id, status, priority,
  sla_response_seconds, sla_completion_seconds, due_at, created_at, available_at, idempotency_key,
  authored_by, author_agent_id, source_context)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'created', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;

async function applyCreated(
  tx: Transaction,
  { body }: LedgerEvent,
  { workspace_id, id }: Subject,
): Promise<void> {
  const parsed = createdSchema.safeParse(body);
  if (!parsed.success) return;
  const created = parsed.data;
  const payload = created.payload == null ? null : canonicalText(created.payload);
  if (payload !== null && payload.length > PAYLOAD_BYTES) return;
  const isNew = await tx.run(CREATE, [
    id,
    created.type,
    created.origin_responsibility_id,
    created.target_responsibility_id,
    created.origin_mandate_id ?? null,
    created.subject,
    created.summary,
    created.body_md_path ?? null,
    payload,
    workspace_id,
    created.priority,
    created.sla_response_seconds ?? null,
    created.sla_completion_seconds ?? null,
    created.due_at ?? null,
    created.at,
    created.available_at,
    created.idempotency_key ?? null,
    created.authored_by,
    created.author_agent_id ?? null,
    created.source_context ?? null,
  ]);
  if (isNew === 1) insertEvent(tx, id, { ...created, type: "created", to: "created" });
}

/**
 * A step that does not start from the present status inserts nothing, and so changes nothing. Asking for the
 * status first would cost a round trip for every request.
 */
function applyStep(
  tx: Transaction,
  { type, body }: LedgerEvent,
  { workspace_id, id }: Subject,
): void {
  const parsed = stepSchema.safeParse(body);
  if (!parsed.success || !isStep(type)) return;
  const { from: sources, to } = requestSteps[type];
  const from = sources.find((status) => status === parsed.data.from);
  if (from === undefined) return;
  const { note, at, by, agent } = parsed.data;
  tx.write(INSERT_STEP, [
    id,
    from,
    to,
    note ?? null,
    at,
    by,
    agent ?? null,
    id,
    workspace_id,
    from,
  ]);
  const { sql, params } = UPDATES[type](parsed.data);
  tx.write(`update requests set ${sql} where id = ? and ${IS_NEWEST}`, [...params, id, to, at]);
}

const INSERT_STEP = `insert into request_events (id, request_id, event_type, old_status, new_status,
    note, created_at, created_by, created_agent_id)
  select (select coalesce(max(id), 0) + 1 from request_events), ?, 'status_changed', ?, ?, ?, ?, ?, ?
  from requests where id = ? and workspace_id = ? and status = ?`;

/** Whether the last row of all is the step in hand. */
const IS_NEWEST = `exists (select 1 from request_events e where e.request_id = requests.id
  and e.id = (select max(n.id) from request_events n) and e.new_status = ? and e.created_at = ?)`;

function isStep(type: string): type is RequestStep {
  return Object.hasOwn(requestSteps, type);
}

/** What a step sets besides the status, which follows from the row in `request_events`. */
const UPDATES: Readonly<
  Record<RequestStep, (step: StepBody) => { sql: string; params: readonly SqlValue[] }>
> = {
  request_opened: () => ({ sql: "attempts = attempts", params: [] }),
  request_accepted: ({ at }) => ({
    sql: `${TOUCHED}, attempts = attempts + 1`,
    params: [at, at],
  }),
  request_deferred: ({ at, available_at }) => ({
    sql: `${TOUCHED}, available_at = coalesce(?, available_at)`,
    params: [at, at, available_at ?? null],
  }),
  request_rejected: ({ at }) => ({ sql: `${TOUCHED}, closed_at = ?`, params: [at, at, at] }),
  request_cancelled: ({ at }) => ({ sql: "closed_at = ?", params: [at] }),
  request_expired: ({ at }) => ({ sql: "closed_at = ?", params: [at] }),
  request_completed: ({ at }) => ({ sql: "closed_at = ?", params: [at] }),
};

/** The first touch, and the first decision. */
const TOUCHED =
  "acknowledged_at = coalesce(acknowledged_at, ?), processed_at = coalesce(processed_at, ?)";

async function applyAnswered(
  tx: Transaction,
  { body }: LedgerEvent,
  { workspace_id, id }: Subject,
): Promise<void> {
  const parsed = answeredSchema.safeParse(body);
  if (!parsed.success || (await selectRequest(tx, workspace_id, id)) === null) return;
  insertEvent(tx, id, { ...parsed.data, type: "context_response", note: parsed.data.answer });
}

/** Numbered by hand: a sequence of PostgreSQL would leave gaps where a transaction failed. */
function insertEvent(
  tx: Transaction,
  request_id: string,
  event: {
    readonly type: string;
    readonly from?: RequestStatus;
    readonly to?: RequestStatus;
    readonly note?: string | null | undefined;
    readonly at: string;
    readonly by: string;
    readonly agent?: string | null | undefined;
  },
): void {
  tx.write(
    `insert into request_events (id, request_id, event_type, old_status, new_status, note,
       created_at, created_by, created_agent_id)
     values ((select coalesce(max(id), 0) + 1 from request_events), ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      request_id,
      event.type,
      event.from ?? null,
      event.to ?? null,
      event.note ?? null,
      event.at,
      event.by,
      event.agent ?? null,
    ],
  );
}
