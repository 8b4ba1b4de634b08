import type { Metric, OpenRequest, TelemetryIds } from "../workspace/record.ts";
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
  for (const { id, sla, status, subject, available_at: since } of requests) {
    if (sla === "ok") continue;
    const type = sla === "breached" ? "sla_breach" : "sla_at_risk";
    const facts = { responsibility, request: id, alert: type, since };
    if (known.has(alertKey(facts))) continue;
    const severity = sla === "breached" ? "critical" : "warning";
    const remedy = status === "accepted" ? "complete the request" : "answer the request";
    const raised = { ...facts, ...alertFacts(ids, metrics.length), status: severity, remedy };
    notes.push(formatMemoryLine({ at, kind: "alert", facts: raised, text: subject }));
    metrics.push({
      name: "queue_depth",
      value: 1,
      unit: "count",
      window: "PT0S",
      status: severity,
      clause: "requests.sla_compliance",
      context: { request_ids: [id], since },
      alert: {
        type,
        severity,
        note: `${id}: ${type}`,
      },
    });
  }
  return { notes, metrics };
}
