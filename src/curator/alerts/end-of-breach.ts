import type { Transaction } from "../../stores/store.ts";
import { countBacklog } from "../ingestion/read.ts";
import { selectRequest } from "../requests/tables/queries.ts";
import { type MetricRow, type OpenAlertRow, selectNewestMetric } from "../telemetry/tables.ts";
import type { Breach } from "./breach.ts";

/** How a breach ended by itself, as a clause; null while it lasts. */
export async function endOfBreach(
  tx: Transaction,
  workspace: string,
  { cause, alerts }: Pick<Breach, "cause"> & { readonly alerts: readonly OpenAlertRow[] },
): Promise<string | null> {
  switch (cause?.kind) {
    case "late": {
      const request = await selectRequest(tx, workspace, cause.request);
      if (request === null || request.status === cause.status) return null;
      return `${cause.request} is ${request.status}`;
    }
    case "backlog": {
      const backlog = await countBacklog(tx, workspace);
      return backlog < cause.bundles ? `the backlog is ${backlog}` : null;
    }
    case "volume": {
      const newer = await measuredSince(tx, workspace, "context_volume", { cause, alerts });
      return newer === null ? null : "the context was published";
    }
    case "model": {
      const newer = await measuredSince(tx, workspace, "model_drift_detected", { cause, alerts });
      return newer?.status === "ok" ? "the model is the required one again" : null;
    }
    case undefined:
      return null;
  }
}

/** The newest measurement of a name, if it is newer than those of the alerts: one that raised an alert is among them. */
async function measuredSince(
  tx: Transaction,
  workspace_id: string,
  name: string,
  {
    cause,
    alerts,
  }: {
    readonly cause: { readonly responsibility: string };
    readonly alerts: readonly OpenAlertRow[];
  },
): Promise<MetricRow | null> {
  const wanted = { workspace_id, responsibility_id: cause.responsibility, names: [name] };
  const newest = await selectNewestMetric(tx, wanted);
  const last = Math.max(...alerts.map(({ metric_id }) => Number(metric_id)));
  return newest !== null && Number(newest.id) > last ? newest : null;
}
