import { excerpt } from "../../base/text/text.ts";
import type { CuratorRecord, Metric, OpenRequest, TelemetryIds } from "../workspace/record.ts";
import { secondsBetween } from "../workspace/time.ts";
import { alertKey } from "./digest.ts";
import { formatMemoryLine } from "./line.ts";

/** How a line of the memory names an alert and its measurement, counted from the first of a run. */
export function alertFacts(ids: TelemetryIds | null, index: number): Record<string, string> {
  if (ids === null) return {};
  return {
    telemetry_alert_id: String(ids.alert + index),
    metric_id: String(ids.metric + index),
  };
}

const common = { window: "PT0S", status: "ok", clause: "requests.sla_compliance" } as const;

/** How long a request has been in its status: in the queue, or in work. */
function latencyMetric(
  { id, since, status }: Pick<OpenRequest, "id" | "since" | "status">,
  at: string,
): Metric {
  return {
    ...common,
    name: status === "accepted" ? "completion_latency_ms" : "queue_latency_ms",
    value: secondsBetween(since, at) * 1000,
    unit: "ms",
    context: { request_ids: [id], since, status },
  };
}

/** What a run measures of the queue: the number of open requests, and how long the first of them has waited. */
export function queueMetrics(
  { depth, waiting, late }: Pick<CuratorRecord, "depth" | "waiting" | "late">,
  at: string,
): readonly Metric[] {
  const count = { ...common, name: "queue_depth", value: depth, unit: "count" };
  const ids = late.slice(0, MAX_NAMED).map(({ id }) => id);
  const open: Metric = { ...count, context: { late: late.length, request_ids: ids } };
  return waiting === null ? [open] : [open, latencyMetric(waiting, at)];
}

/** Late requests that a measurement names. */
const MAX_NAMED = 50;

/** Alerts about requests whose time runs out or has run out, each once, with the lines that record them. */
export function slaAlerts(
  requests: readonly OpenRequest[],
  raised: readonly string[],
  {
    responsibility,
    at,
    ids,
  }: {
    readonly responsibility: string;
    readonly at: string;
    /** The ids that the first of them gets; null when they are not recorded. */
    readonly ids: TelemetryIds | null;
  },
): { readonly notes: readonly string[]; readonly metrics: readonly Metric[] } {
  const known = new Set(raised);
  const notes: string[] = [];
  const metrics: Metric[] = [];
  for (const { id, sla, status, subject, since, available_at } of requests) {
    if (sla === "ok") continue;
    const type = sla === "breached" ? "sla_breach" : "sla_at_risk";
    const facts = { responsibility, request: id, alert: type, since: available_at };
    if (known.has(alertKey(facts))) continue;
    const severity = sla === "breached" ? "critical" : "warning";
    const remedy = status === "accepted" ? "complete the request" : "answer the request";
    const raised = { ...facts, ...alertFacts(ids, metrics.length), status: severity, remedy };
    notes.push(formatMemoryLine({ at, kind: "alert", facts: raised, text: subject }));
    const done = status === "accepted" ? "accepted" : "waiting";
    const state = sla === "breached" ? "longer than promised" : "nearly as long as promised";
    metrics.push({
      ...latencyMetric({ id, since, status }, at),
      status: severity,
      alert: {
        type,
        severity,
        note: excerpt(
          `${id} of ${responsibility} is ${done} since ${since}, ${state}: ${subject}`,
          500,
        ),
      },
    });
  }
  return { notes, metrics };
}
