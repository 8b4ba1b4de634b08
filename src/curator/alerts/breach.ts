import { isObject, type JsonObject } from "../../base/json/value.ts";
import { parseStored } from "../../ledger/stored-json.ts";
import type { AlertRow } from "../telemetry/tables.ts";

/** What went wrong: several alerts may be about one breach, and it is reported once. */
export interface Breach {
  readonly name: string;
  /** What it is, for the steward. */
  readonly title: string;
  /** The late request that it is about, and the status in which it is late. */
  readonly late: { readonly request: string; readonly status: string } | null;
}

/** The breach that an alert is about. */
export function breachOf(alert: AlertRow & { readonly context_json: string | null }): Breach {
  const context = contextOf(alert.context_json);
  const whose = alert.responsibility_id ?? "";
  switch (alert.alert_type) {
    case "sla_breach":
    case "sla_at_risk": {
      const request = firstOf(context.request_ids);
      const name = `request ${request} ${context.status} ${context.since}`;
      return { name, title: "Late", late: { request, status: String(context.status) } };
    }
    case "model_drift": {
      const name = `model ${whose} ${context.preferred_model} ${context.actual_model}`;
      return { name, title: `Model of ${whose}`, late: null };
    }
    case "context_volume":
      return { name: `volume ${whose}`, title: `Context of ${whose}`, late: null };
    case "context_backlog":
      return { name: "backlog", title: "Backlog", late: null };
    default:
      return { name: `${alert.alert_type} ${whose}`, title: alert.alert_type, late: null };
  }
}

function contextOf(text: string | null): JsonObject {
  const place = { table: "telemetry_metrics", column: "context_json", row: null };
  const value = parseStored(text ?? "null", place);
  return isObject(value) ? value : {};
}

function firstOf(list: unknown): string {
  return Array.isArray(list) && typeof list[0] === "string" ? list[0] : "";
}
