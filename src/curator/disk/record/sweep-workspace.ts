import { SWEEP_LIMIT, sweepRequests } from "../../requests/sweep.ts";
import type { ActingPlace } from "./acting.ts";
import { recordAndShow } from "./record-and-show.ts";
import { tellSteward } from "./tell-steward.ts";

/** Sweeps the whole queue of a workspace, some requests in each transaction, and tells the steward of alerts. */
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
  return { opened, expired, told: [...(await tellSteward(where))] };
}
