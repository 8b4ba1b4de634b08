import * as z from "zod";
import { at, by, id, json, text } from "../tables/values.ts";

/** How a measurement is judged. */
export const metricStatuses = ["ok", "warning", "critical"] as const;
/** How urgent an alert is. */
export const severities = ["info", "warning", "critical"] as const;

/** Every kind of alert. */
export const alertTypes = [
  "sla_breach",
  "sla_at_risk",
  "model_drift",
  "cost_threshold",
  "context_backlog",
  "context_volume",
  "context_density",
] as const;

/** An alert that a measurement raises. */
const alertSchema = z.object({
  alert_type: z.enum(alertTypes),
  severity: z.enum(severities),
  note: text(2000).nullish(),
});
/** A measurement, with the alerts that it raises. */
export const recordedSchema = z.object({
  component_id: text(128).min(1),
  responsibility_id: id.nullish(),
  metric_name: text(128).regex(/^[a-z][a-z0-9_]*$/),
  metric_value: z.number(),
  unit: text(32).min(1),
  measurement_window: text(64).regex(/^P/),
  status: z.enum(metricStatuses),
  guardrail_clause: text(200).min(1),
  recorded_at: at,
  context: json.nullish(),
  alerts: z.array(alertSchema).max(100).default([]),
});
/** A measurement, with the alerts that it raises. */
export type RecordedBody = z.input<typeof recordedSchema>;

/** That somebody has seen an alert. */
export const acknowledgedSchema = z.object({ at, ...by, alert: z.int().min(1) });
