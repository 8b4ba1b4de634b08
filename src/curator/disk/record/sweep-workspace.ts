import { SWEEP_LIMIT, sweepRequests } from "../../requests/sweep.ts";
import type { ActingPlace } from "./acting.ts";
import { recordAndShow } from "./record-and-show.ts";

/** Sweeps the whole queue of a workspace, some requests in each transaction. */
export async function sweepWorkspace(where: ActingPlace) {
  const { acting } = where;
  const opened: string[] = [];
  const expired: string[] = [];
  for (;;) {
    const swept = await recordAndShow(
      where,
      (unit) => sweepRequests(unit, acting),
      (change) => ({
        what: `the sweep: ${change.opened.length} opened, ${change.expired.length} expired`,
        notes: change.notes,
        requests: [...new Set([...change.opened, ...change.expired])],
      }),
      { concernsMany: true },
    );
    opened.push(...swept.opened);
    expired.push(...swept.expired);
    if (swept.opened.length + swept.expired.length < SWEEP_LIMIT) return { opened, expired };
  }
}
