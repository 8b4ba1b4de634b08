import type { OperationContext } from "../../../runtime/operation-context.ts";
import { SETTLE_SECONDS, scanDrops } from "../record/scan-drops.ts";
import { actAsSteward, type WatchedPlace } from "./act-as-steward.ts";

/** Looks into the drop folder for the steward, and returns the ids of bundles that were created. */
export async function scanDropFolder(
  context: OperationContext,
  watched: WatchedPlace,
): Promise<readonly string[]> {
  const { bundles } = await actAsSteward(context, watched, (where) =>
    scanDrops(where, SETTLE_SECONDS),
  );
  return bundles;
}
