import type { OperationContext } from "../../../runtime/operation-context.ts";
import { hasOpenAlerts, settleAlerts } from "../../alerts/settle.ts";
import { CURATOR } from "../../files/provenance.ts";
import type { PlaceInput } from "../workspace.ts";
import { type ActingPlace, actIn } from "./acting.ts";
import { recordAndShow } from "./record-and-show.ts";

/** Asks the steward about alerts that were not reported yet; nothing is written where there is none. */
export async function reportAlerts(where: ActingPlace): Promise<readonly string[]> {
  const { ledger, acting } = where;
  if (!(await ledger.read((tx) => hasOpenAlerts(tx, acting.workspace)))) return [];
  return recordAndShow(
    where,
    async (unit) => {
      const { notes, requests } = await settleAlerts(unit, acting);
      return { result: requests, shown: { what: "the alerts", notes, requests } };
    },
    { concernsMany: true },
  );
}

/** The same after a run of the curator, which cannot write the queue itself. */
export function reportAlertsIn(
  context: OperationContext,
  { workspace, store, now }: PlaceInput & { readonly now?: string | undefined },
): Promise<readonly string[]> {
  const actor = { actor: CURATOR, origin: "kernel" };
  return actIn(context, { workspace, store, now, ...actor }, "write", reportAlerts);
}
