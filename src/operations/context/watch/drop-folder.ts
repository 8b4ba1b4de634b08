import type { OperationContext } from "../../operation/operation.ts";
import { actIn } from "../acting.ts";
import type { Place } from "../disk/workspace.ts";
import { SETTLE_SECONDS, scanDrops } from "../ingestion/scan-drops.ts";

/** Looks into the drop folder for the steward, and returns the ids of bundles that were created. */
export async function scanDropFolder(
  context: OperationContext,
  watch: {
    readonly place: Place;
    readonly workspace?: string | undefined;
    readonly store?: string | undefined;
    readonly now?: string | undefined;
  },
): Promise<readonly string[]> {
  const { workspace, store, now, place } = watch;
  const actor = { actor: place.config.steward_responsibility_id, origin: "watch" };
  const { bundles } = await actIn(context, { workspace, store, now, ...actor }, "write", (where) =>
    scanDrops(where, SETTLE_SECONDS),
  );
  return bundles;
}
