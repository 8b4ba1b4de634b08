import { SWEEP_LIMIT, sweepRequests } from "../../requests/sweep.ts";
import type { ActingPlace } from "./acting.ts";
import { recordAndShow } from "./record-and-show.ts";
import { reportAlerts } from "./report-alerts.ts";

/** Sweeps the whole queue of a workspace, some requests in each transaction, and reports alerts to the steward. */
export async function sweepWorkspace(where: ActingPlace) {
  const { acting } = where;
  const opened: string[] = [];
  const expired: string[] = [];
  for (;;) {
    const swept = await recordAndShow(
      where,
      async (unit) => {
        const result = await sweepRequests(unit, acting);
        const what = `the sweep: ${result.opened.length} opened, ${result.expired.length} expired`;
        const requests = [...new Set([...result.opened, ...result.expired])];
        return { result, shown: { what, notes: result.notes, requests } };
      },
      { concernsMany: true },
    );
    opened.push(...swept.opened);
    expired.push(...swept.expired);
    if (swept.opened.length + swept.expired.length < SWEEP_LIMIT) break;
  }
  return { opened, expired, alerts: [...(await reportAlerts(where))] };
}
