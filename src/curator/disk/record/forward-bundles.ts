import { HoldallError } from "../../../base/errors.ts";
import type { UnitOfWork } from "../../../ledger/unit-of-work.ts";
import { requireBundle } from "../../ingestion/read.ts";
import { stepBundle } from "../../ingestion/steps.ts";
import { bundleIdsOf } from "../../requests/payload.ts";
import type { RequestRow } from "../../requests/tables/rows.ts";
import { contentFault } from "../bundles.ts";
import type { ActingPlace } from "./acting.ts";
import type { ShownChange } from "./record-and-show.ts";

/**
 * Registers the bundles of an accepted request for some responsibilities and offers them, as the steward: the steps
 * are those of `context bundle register` and `dispatch`, each with its own record.
 */
export async function forwardBundles(
  unit: UnitOfWork,
  { acting, place }: ActingPlace,
  request: RequestRow,
  primary: readonly string[],
): Promise<Pick<ShownChange, "notes" | "requests"> & Required<Pick<ShownChange, "bundles">>> {
  const ids = bundleIdsOf(request);
  if (ids.length === 0) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot forward request "${request.id}": it has no bundle that could be offered`,
      { cure: "leave out --to" },
    );
  }
  const notes: ShownChange["notes"][number][] = [];
  const requests: string[] = [];
  const bundles: NonNullable<ShownChange["bundles"]>[number][] = [];
  for (const id of ids) {
    const fileFault = contentFault(place, await requireBundle(unit.tx, acting.workspace, id));
    const registered = await stepBundle(unit, acting, "ingestion_registered", {
      id,
      primary,
      fileFault,
    });
    const dispatched = await stepBundle(unit, acting, "ingestion_dispatched", { id });
    notes.push(...registered.notes, ...dispatched.notes);
    requests.push(...dispatched.requests);
    const completedBy = `holdall context bundle dispatch ${id} --as ${acting.steward}`;
    bundles.push({ bundle: dispatched.bundle, completedBy });
  }
  return { notes, requests, bundles };
}
