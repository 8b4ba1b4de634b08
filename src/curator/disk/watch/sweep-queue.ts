import type { OperationContext } from "../../../runtime/operation-context.ts";
import { sweepWorkspace } from "../record/sweep-workspace.ts";
import { actAsSteward, type WatchedPlace } from "./act-as-steward.ts";

/** Opens and expires requests whose time has come, and returns a sentence for each. */
export async function sweepQueue(
  context: OperationContext,
  watched: WatchedPlace,
): Promise<readonly string[]> {
  const { opened, expired, alerts } = await actAsSteward(context, watched, sweepWorkspace);
  return [
    ...opened.map((id) => `opened ${id}`),
    ...expired.map((id) => `expired ${id}`),
    ...alerts.map((id) => `reported an alert: ${id}`),
  ];
}
