import { isObject, type JsonObject } from "../../base/json/value.ts";
import { parseStored } from "../../ledger/stored-json.ts";
import type { AlertRow } from "../telemetry/tables.ts";

/** What went wrong: several alerts may be about one breach, and it is reported once. */
export interface Breach {
  readonly name: string;
  /** What it is, for the steward. */
  readonly title: string;
  /** What has to change for it to be over; null when somebody has to decide that. */
  readonly cause: Cause | null;
  /** Who is asked about it besides the steward; null for nobody. */
  readonly notify: string | null;
}

/** What a breach is about. */
export type Cause =
  /** A request that is late in a status. */
  | { readonly kind: "late"; readonly request: string; readonly status: string }
  /** So many bundles, or more, that wait for the steward. */
  | { readonly kind: "backlog"; readonly bundles: number }
  /** A context that was not published, or a model that is not the required one. */
  | { readonly kind: "volume" | "model"; readonly responsibility: string };

/** The breach that an alert is about. */
export function breachOf(alert: AlertRow & { readonly context_json: string | null }): Breach {
  const context = contextOf(alert.context_json);
  const whose = alert.responsibility_id ?? "";
  switch (alert.alert_type) {
    case "sla_breach":
    case "sla_at_risk": {
      const request = firstOf(context.request_ids);
      const name = `request ${request} ${context.status} ${context.since}`;
      const cause = { kind: "late", request, status: String(context.status) } as const;
      return { name, title: "Late", cause, notify: null };
    }
    case "model_drift": {
      const name = `model ${whose} ${context.preferred_model} ${context.actual_model}`;
      const cause = { kind: "model", responsibility: whose } as const;
      return { name, title: `Model of ${whose}`, cause, notify: textOf(context.notify) };
    }
    case "context_volume": {
      const cause = { kind: "volume", responsibility: whose } as const;
      return { name: `volume ${whose}`, title: `Context of ${whose}`, cause, notify: null };
    }
    case "context_backlog": {
      const cause = { kind: "backlog", bundles: Number(context.backlog) } as const;
      return { name: "backlog", title: "Backlog", cause, notify: null };
    }
    default: {
      const name = `${alert.alert_type} ${whose}`;
      return { name, title: alert.alert_type, cause: null, notify: null };
    }
  }
}

function contextOf(text: string | null): JsonObject {
  const place = { table: "telemetry_metrics", column: "context_json", row: null };
  const value = parseStored(text ?? "null", place);
  return isObject(value) ? value : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function firstOf(list: unknown): string {
  return Array.isArray(list) && typeof list[0] === "string" ? list[0] : "";
}
