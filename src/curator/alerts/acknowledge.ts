import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Acting } from "../acting.ts";
import { formatMemoryLine } from "../memory/line.ts";
import { linesAsEvents, type Note } from "../requests/record.ts";
import { telemetryStream } from "../streams.ts";
import type { AlertRow } from "../telemetry/tables.ts";

/** Records that alerts were seen and what was done about them, and returns the lines that memories get. */
export async function acknowledgeAlerts(
  unit: UnitOfWork,
  acting: Acting,
  { alerts, remedy, by }: { alerts: readonly AlertRow[]; remedy: string; by: string },
): Promise<readonly Note[]> {
  const { workspace, at, actor, steward } = acting;
  const stream = telemetryStream(workspace);
  const notes = alerts.map((alert) => {
    const facts = {
      telemetry_alert_id: String(alert.id),
      metric_id: String(alert.metric_id),
      alert: alert.alert_type,
      status: "acknowledged",
      by,
    };
    const line = formatMemoryLine({ at, kind: "alert_acknowledged", facts, text: remedy });
    return { responsibility: alert.responsibility_id ?? steward, line };
  });
  await unit.append([
    ...alerts.map(({ id }) => ({
      stream,
      type: "telemetry_acknowledged",
      actor,
      body: { at, by, alert: id },
    })),
    ...linesAsEvents(acting, notes),
  ]);
  return notes;
}
