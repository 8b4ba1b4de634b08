import { HoldallError } from "../../../base/errors.ts";
import { isObject } from "../../../base/json/value.ts";
import type { UnitOfWork } from "../../../ledger/unit-of-work.ts";
import type { Actor } from "../../../model/event.ts";
import { alertTypes } from "../../telemetry/bodies.ts";
import { measurementEvents } from "../../telemetry/record.ts";
import type { Metric } from "../../workspace/record.ts";

/** Whose measurements they are. */
export interface MetricOwner {
  readonly workspace: string;
  readonly responsibility: string;
  readonly at: string;
  readonly actor: Actor;
}

/** The component that measures for the curator. */
const COMPONENT = "context_worker";

/** Records measurements and their alerts as events of the workspace's telemetry. */
export async function recordMetrics(
  unit: UnitOfWork,
  owner: MetricOwner,
  metrics: readonly Metric[],
): Promise<void> {
  if (metrics.length === 0) return;
  const { responsibility: responsibility_id, at: recorded_at } = owner;
  const measurements = metrics.map(
    ({ name, value, unit: of, status, clause, context, window, alert }) => ({
      component_id: COMPONENT,
      responsibility_id,
      metric_name: name,
      metric_value: value,
      unit: of,
      measurement_window: window ?? "PT0S",
      status,
      guardrail_clause: clause,
      recorded_at,
      context: plain(context),
      alerts: alert === undefined ? [] : [alertOf(alert)],
    }),
  );
  await unit.append(measurementEvents(owner, measurements));
}

/** The members that JSON can represent: absent values are left out. */
function plain(context: Metric["context"]) {
  const value: unknown = JSON.parse(JSON.stringify(context));
  return isObject(value) ? value : null;
}

function alertOf({ type, severity, note }: NonNullable<Metric["alert"]>) {
  const alert_type = alertTypes.find((known) => known === type);
  if (alert_type !== undefined) return { alert_type, severity, note };
  throw new HoldallError("E_INTERNAL", `Cannot raise an alert of type "${type}": there is none`);
}
