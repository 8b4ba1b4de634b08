import { HoldallError } from "../../../base/errors.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { staleReason } from "../../freshness/watermarks.ts";
import { blockingViolation } from "../../model/blocked.ts";
import { type BundleState, type OpenedBundle, readState } from "./open-bundle.ts";

/** Refuses files that are not up to date, and a model that the policy does not allow. */
export async function requireReady(
  context: OperationContext,
  bundle: OpenedBundle,
  { staleOk }: { readonly staleOk: boolean },
): Promise<BundleState> {
  const state = await readState(context, bundle);
  const violation = blockingViolation(state.memory.digest);
  if (violation !== null) {
    throw new HoldallError("E_MODEL", `Cannot work as "${bundle.id}": ${excerpt(violation, 200)}`, {
      cure: "use the model that the policy names, or record a decision with `holdall context model decide`",
    });
  }
  if (state.stale.length > 0 && !staleOk) {
    throw new HoldallError(
      "E_STALE",
      `Cannot use the files of "${bundle.id}": ${staleReason(state.stale)}`,
      { cure: "refresh them with `holdall context fresh --fix`, or add --stale-ok" },
    );
  }
  return state;
}
