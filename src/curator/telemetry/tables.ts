import * as z from "zod";
import { canonicalText } from "../../ledger/event-hash.ts";
import type { LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import type { Subject, TableSet } from "../tables/table-set.ts";
import { refuse } from "../tables/triggers.ts";
import { isOneOf, isTime } from "../tables/values.ts";
import {
  acknowledgedSchema,
  alertTypes,
  metricStatuses,
  recordedSchema,
  severities,
} from "./bodies.ts";

/** A measurement. */
export const metricSchema = () =>
  z.object({
    id: z.number(),
    component_id: z.string(),
    workspace_id: z.string().nullable(),
    responsibility_id: z.string().nullable(),
    metric_name: z.string(),
    metric_value: z.number(),
    unit: z.string(),
    measurement_window: z.string(),
    status: z.enum(["ok", "warning", "critical"]),
    guardrail_clause: z.string(),
    recorded_at: z.string(),
    context_json: z.string().nullable(),
  });

/** A measurement. */
export type MetricRow = z.infer<ReturnType<typeof metricSchema>>;

/** An alert, with the measurement that raised it. */
export const alertSchema = () =>
  z.object({
    id: z.number(),
    metric_id: z.number(),
    alert_type: z.string(),
    severity: z.enum(["info", "warning", "critical"]),
    note: z.string().nullable(),
    created_at: z.string(),
    acknowledged_at: z.string().nullable(),
    acknowledged_by: z.string().nullable(),
    responsibility_id: z.string().nullable(),
  });

/** An alert, with the measurement that raised it. */
export type AlertRow = z.infer<ReturnType<typeof alertSchema>>;

/** Measurements and alerts. Rows stay as they were written; only an acknowledgement is added to an alert. */
export const telemetryTables: TableSet = {
  tables: ["telemetry_metrics", "telemetry_alerts"],
  create: ({ text, integer }) => [
    `create table telemetry_metrics (
      id ${integer} primary key, component_id ${text} not null, workspace_id ${text},
      responsibility_id ${text}, metric_name ${text} not null,
      metric_value double precision not null, unit ${text} not null,
      measurement_window ${text} not null,
      status ${text} not null ${isOneOf("status", metricStatuses)},
      guardrail_clause ${text} not null, recorded_at ${text} not null ${isTime("recorded_at")},
      context_json ${text})`,
    `create index telemetry_metrics_name
      on telemetry_metrics (workspace_id, responsibility_id, metric_name, id)`,
    `create table telemetry_alerts (
      id ${integer} primary key, metric_id ${integer} not null references telemetry_metrics (id),
      alert_type ${text} not null ${isOneOf("alert_type", alertTypes)},
      severity ${text} not null ${isOneOf("severity", severities)}, note ${text},
      created_at ${text} not null ${isTime("created_at")},
      acknowledged_at ${text} ${isTime("acknowledged_at")}, acknowledged_by ${text})`,
    "create index telemetry_alerts_metric on telemetry_alerts (metric_id)",
  ],
  triggers: (engine) => [
    ...refuse(engine, { table: "telemetry_metrics", on: "update", code: "E_TELEMETRY" }),
    ...refuse(engine, { table: "telemetry_metrics", on: "delete", code: "E_TELEMETRY" }),
    ...refuse(engine, {
      table: "telemetry_alerts",
      on: "update",
      code: "E_TELEMETRY",
      unless: isUnchanged(["id", "metric_id", "alert_type", "severity", "note", "created_at"]),
    }),
    ...refuse(engine, { table: "telemetry_alerts", on: "delete", code: "E_TELEMETRY" }),
  ],
  apply: {
    telemetry_recorded: applyRecorded,
    telemetry_acknowledged: applyAcknowledged,
  },
};

function isUnchanged(columns: readonly string[]): string {
  return columns
    .map(
      (column) =>
        `(old.${column} = new.${column} or (old.${column} is null and new.${column} is null))`,
    )
    .join(" and ");
}

/** Numbered by hand, so that every database gives the same ids. */
const NEXT_METRIC = "(select 1 + coalesce(max(id), 0) from telemetry_metrics)";
const NEXT_ALERT = "(select 1 + coalesce(max(id), 0) from telemetry_alerts)";

function applyRecorded(tx: Transaction, { body }: LedgerEvent, { workspace_id }: Subject): void {
  const parsed = recordedSchema.safeParse(body);
  if (!parsed.success) return;
  const { alerts, context, ...metric } = parsed.data;
  tx.write(
    `insert into telemetry_metrics (id, component_id, workspace_id, responsibility_id, metric_name,
       metric_value, unit, measurement_window, status, guardrail_clause, recorded_at, context_json)
     values (${NEXT_METRIC}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      metric.component_id,
      workspace_id,
      metric.responsibility_id ?? null,
      metric.metric_name,
      metric.metric_value,
      metric.unit,
      metric.measurement_window,
      metric.status,
      metric.guardrail_clause,
      metric.recorded_at,
      context == null ? null : canonicalText(context),
    ],
  );
  for (const { alert_type, severity, note } of alerts) {
    tx.write(
      `insert into telemetry_alerts (id, metric_id, alert_type, severity, note, created_at)
       values (${NEXT_ALERT}, (select max(id) from telemetry_metrics), ?, ?, ?, ?)`,
      [alert_type, severity, note ?? null, metric.recorded_at],
    );
  }
}

/** The first acknowledgement of an alert counts. */
function applyAcknowledged(
  tx: Transaction,
  { body }: LedgerEvent,
  { workspace_id }: Subject,
): void {
  const parsed = acknowledgedSchema.safeParse(body);
  if (!parsed.success) return;
  const { alert, at, by } = parsed.data;
  tx.write(
    `update telemetry_alerts set acknowledged_at = ?, acknowledged_by = ?
     where id = ? and acknowledged_at is null
       and metric_id in (select id from telemetry_metrics where workspace_id = ?)`,
    [at, by, alert, workspace_id],
  );
}

/** The ids that the next measurement and the next alert get. */
export async function selectNextIds(
  tx: Transaction,
): Promise<{ readonly metric: number; readonly alert: number }> {
  const [row] = await tx.all<{ metric: number; alert: number }>(
    `select ${NEXT_METRIC} as metric, ${NEXT_ALERT} as alert`,
    [],
  );
  return { metric: Number(row?.metric ?? 1), alert: Number(row?.alert ?? 1) };
}

const METRIC = `id, component_id, workspace_id, responsibility_id, metric_name, metric_value, unit,
  measurement_window, status, guardrail_clause, recorded_at, context_json`;

/** Measurements of a workspace after an id, in order. */
export function selectMetrics(
  tx: Transaction,
  {
    workspace_id,
    since = "",
    after = 0,
    limit,
  }: { workspace_id: string; since?: string; after?: number; limit: number },
): Promise<readonly MetricRow[]> {
  return tx.all<MetricRow>(
    `select ${METRIC} from telemetry_metrics
     where workspace_id = ? and id > ? and recorded_at >= ? order by id limit ?`,
    [workspace_id, after, since, limit],
  );
}

/** The newest measurement of one of several names, by anyone but one component. */
export async function selectNewestMetric(
  tx: Transaction,
  wanted: {
    readonly workspace_id: string;
    readonly responsibility_id: string;
    readonly names: readonly string[];
    readonly notBy?: string;
  },
): Promise<MetricRow | null> {
  const { workspace_id, responsibility_id, names, notBy = "" } = wanted;
  const marks = names.map(() => "?").join(", ");
  const rows = await tx.all<MetricRow>(
    `select ${METRIC} from telemetry_metrics where workspace_id = ? and responsibility_id = ?
       and metric_name in (${marks}) and component_id <> ? order by recorded_at desc, id desc limit 1`,
    [workspace_id, responsibility_id, ...names, notBy],
  );
  return rows[0] ?? null;
}

/** Alerts of a workspace, newest first; those of one kind when it is named. */
export function selectAlerts(
  tx: Transaction,
  {
    workspace_id,
    alert_type,
    limit,
  }: { workspace_id: string; alert_type?: string | undefined; limit: number },
): Promise<readonly AlertRow[]> {
  return tx.all<AlertRow>(
    `select a.id, a.metric_id, a.alert_type, a.severity, a.note, a.created_at, a.acknowledged_at,
       a.acknowledged_by, m.responsibility_id
     from telemetry_alerts a join telemetry_metrics m on m.id = a.metric_id
     where m.workspace_id = ? and (a.alert_type = ? or ? = '') order by a.id desc limit ?`,
    [workspace_id, alert_type ?? "", alert_type ?? "", limit],
  );
}

/** An alert that nobody has acknowledged, with what its measurement says. */
export type OpenAlertRow = AlertRow & { readonly context_json: string | null };

/** Alerts that nobody has acknowledged, oldest first; of all workspaces when none is named. */
export function selectOpenAlerts(
  tx: Transaction,
  { workspace_id = "", limit }: { workspace_id?: string; limit: number },
): Promise<readonly OpenAlertRow[]> {
  return tx.all<OpenAlertRow>(
    `select a.id, a.metric_id, a.alert_type, a.severity, a.note, a.created_at, a.acknowledged_at,
       a.acknowledged_by, m.responsibility_id, m.context_json
     from telemetry_alerts a join telemetry_metrics m on m.id = a.metric_id
     where a.acknowledged_at is null and (m.workspace_id = ? or ? = '') order by a.id limit ?`,
    [workspace_id, workspace_id, limit],
  );
}
