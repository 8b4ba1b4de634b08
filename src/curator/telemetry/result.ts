import * as z from "zod";

/** A measurement in a list. */
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

/** An alert in a list. */
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
