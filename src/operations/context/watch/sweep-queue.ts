import type { OperationContext } from "../../operation/operation.ts";
import { sweepWorkspace } from "../../request/sweep-workspace.ts";
import { actIn } from "../acting.ts";
import type { Place } from "../disk/workspace.ts";

/** Opens and expires requests whose time has come, and returns a sentence for each. */
export async function sweepQueue(
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
  const { opened, expired } = await actIn(
    context,
    { workspace, store, now, ...actor },
    "write",
    sweepWorkspace,
  );
  return [...opened.map((id) => `opened ${id}`), ...expired.map((id) => `expired ${id}`)];
}
