import { SWEEP_LIMIT, sweepRequests } from "../../curator/requests/sweep.ts";
import { type ActingPlace, appendNotes } from "../context/acting.ts";

/** Sweeps the whole queue of a workspace, some requests in each transaction. */
export async function sweepWorkspace({ ledger, acting, place }: ActingPlace) {
  const opened: string[] = [];
  const expired: string[] = [];
  for (;;) {
    const swept = await ledger.write((unit) => sweepRequests(unit, acting));
    await appendNotes(place, swept.notes);
    opened.push(...swept.opened);
    expired.push(...swept.expired);
    if (swept.opened.length + swept.expired.length < SWEEP_LIMIT) return { opened, expired };
  }
}
