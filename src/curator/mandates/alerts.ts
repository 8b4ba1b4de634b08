import { noteLine } from "../memory/compaction.ts";
import { alertKey } from "../memory/digest.ts";
import type { Metric, OpenRequest } from "./record.ts";

/** Alerts about requests whose time runs out or has run out, each once, with the lines that record them. */
export function slaAlerts(
  requests: readonly OpenRequest[],
  raised: readonly string[],
  { responsibility, at }: { readonly responsibility: string; readonly at: string },
): { readonly notes: readonly string[]; readonly metrics: readonly Metric[] } {
  const known = new Set(raised);
  const notes: string[] = [];
  const metrics: Metric[] = [];
  for (const { id, sla, subject, available_at: since } of requests) {
    if (sla === "ok") continue;
    const type = sla === "breached" ? "sla_breach" : "sla_at_risk";
    const facts = { responsibility, request: id, alert: type, since };
    if (known.has(alertKey(facts))) continue;
    notes.push(noteLine(at, "alert", facts, subject));
    metrics.push({
      ...{ name: "queue_depth", value: 1, unit: "count", window: "PT0S" },
      status: sla === "breached" ? "critical" : "warning",
      clause: "requests.sla_compliance",
      context: { request_ids: [id], since },
      alert: {
        type,
        severity: sla === "breached" ? "critical" : "warning",
        note: `${id}: ${type}`,
      },
    });
  }
  return { notes, metrics };
}
