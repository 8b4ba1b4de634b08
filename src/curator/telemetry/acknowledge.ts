import { HoldallError } from "../../base/errors.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import { type Acting, isUnnamed, requireActor } from "../acting.ts";
import { formatMemoryLine } from "../memory/line.ts";
import { linesAsEvents, type Note } from "../requests/record.ts";
import { telemetryStream } from "../streams.ts";
import { type AlertRow, selectAlert } from "./tables.ts";

/**
 * Records that an alert was seen and what was done about it. The steward, the responsibility that it
 * concerns and a person may do so; a second time changes nothing.
 */
export async function acknowledgeAlert(
  unit: UnitOfWork,
  acting: Acting,
  { id, remedy }: { readonly id: number; readonly remedy: string },
): Promise<{
  readonly alert: AlertRow;
  readonly changed: boolean;
  readonly notes: readonly Note[];
}> {
  const { workspace, at, actor, steward } = acting;
  const alert = await requireAlert(unit, workspace, id);
  const responsibility = alert.responsibility_id ?? steward;
  if (!isUnnamed(acting) && actor.id !== steward) {
    requireActor(acting, responsibility, `acknowledge alert ${id}`);
  }
  if (alert.acknowledged_at !== null) return { alert, changed: false, notes: [] };
  const facts = {
    telemetry_alert_id: String(id),
    metric_id: String(alert.metric_id),
    alert: alert.alert_type,
    status: "acknowledged",
    by: actor.id,
  };
  const line = formatMemoryLine({ at, kind: "alert_acknowledged", facts, text: remedy });
  const notes = [{ responsibility, line }];
  const body = { at, by: actor.id, alert: id };
  await unit.append([
    { stream: telemetryStream(workspace), type: "telemetry_acknowledged", actor, body },
    ...linesAsEvents(acting, notes),
  ]);
  return { alert: await requireAlert(unit, workspace, id), changed: true, notes };
}

async function requireAlert({ tx }: UnitOfWork, workspace: string, id: number): Promise<AlertRow> {
  const alert = await selectAlert(tx, workspace, id);
  if (alert !== null) return alert;
  throw new HoldallError("E_NOT_FOUND", `Cannot find alert ${id} in workspace "${workspace}"`, {
    cure: "list them with `holdall context telemetry export`",
  });
}
