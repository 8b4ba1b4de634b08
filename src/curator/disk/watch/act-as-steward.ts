import type { OperationContext } from "../../../runtime/operation-context.ts";
import { actIn } from "../record/acting.ts";
import type { Place } from "../workspace.ts";

/** Where a watch looks: a workspace on disk, and the store that it was started with. */
export interface WatchedPlace {
  readonly place: Place;
  readonly workspace?: string | undefined;
  readonly store?: string | undefined;
  readonly now?: string | undefined;
}

/** Changes the workspace in the name of its steward, as a watch does. */
export function actAsSteward<Result>(
  context: OperationContext,
  { place, workspace, store, now }: WatchedPlace,
  act: Parameters<typeof actIn<Result>>[3],
): Promise<Result> {
  const actor = { actor: place.config.steward_responsibility_id, origin: "watch" };
  return actIn(context, { workspace, store, now, ...actor }, "write", act);
}
