import { SWEEP_LIMIT, sweepRequests } from "../requests/sweep.ts";
import { type ActingPlace, showChange } from "./acting.ts";

/** Sweeps the whole queue of a workspace, some requests in each transaction. */
export async function sweepWorkspace(where: ActingPlace) {
  const { ledger, acting } = where;
  const opened: string[] = [];
  const expired: string[] = [];
  for (;;) {
    const swept = await ledger.write((unit) => sweepRequests(unit, acting));
    const requests = [...new Set([...swept.opened, ...swept.expired])];
    await showChange(where, { notes: swept.notes, requests });
    opened.push(...swept.opened);
    expired.push(...swept.expired);
    if (swept.opened.length + swept.expired.length < SWEEP_LIMIT) return { opened, expired };
  }
}
