import { HoldallError } from "../../../base/errors.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { staleReason } from "../../freshness/watermarks.ts";
import { blockingViolation } from "../../model/blocked.ts";
import { keepForNextRun } from "../complete-recorded.ts";
import { type OpenedBundle, openBundle } from "../read/open-bundle.ts";
import { type BundleState, readState } from "../read/read-state.ts";
import type { PlaceInput } from "../workspace.ts";

/** Whose files are given to a model. */
interface ReadyInput extends PlaceInput {
  readonly id: string;
  readonly now?: string | undefined;
  /** Refuses files that are not up to date instead of refreshing them. */
  readonly frozen: boolean;
}

/** A responsibility whose published files are what a refresh would make now. */
export interface ReadyBundle {
  readonly bundle: OpenedBundle;
  readonly state: BundleState;
}

/** Opens what a model is given: refreshed if it was not up to date, and refused for a model that the policy does not allow. */
export async function openReady(
  context: OperationContext,
  input: ReadyInput,
): Promise<ReadyBundle> {
  const bundle = await openBundle(context, input);
  const state = await readState(context, bundle);
  requireAllowed(bundle.id, state);
  if (state.stale.length === 0) {
    keepForNextRun(() => bundle.files.save());
    return { bundle, state };
  }
  if (input.frozen) {
    throw new HoldallError(
      "E_STALE",
      `Cannot use the files of "${bundle.id}": ${staleReason(state.stale)}`,
      { cure: "leave out --frozen, or refresh them with `holdall context fresh --fix`" },
    );
  }
  await refreshFirst(context, input, state);
  const refreshed = await openBundle(context, input);
  const ready = await readState(context, refreshed);
  requireAllowed(bundle.id, ready);
  keepForNextRun(() => refreshed.files.save());
  return { bundle: refreshed, state: ready };
}

function requireAllowed(id: string, { snapshot }: BundleState): void {
  const violation = blockingViolation(snapshot.memory.digest);
  if (violation === null) return;
  throw new HoldallError("E_MODEL", `Cannot work as "${id}": ${excerpt(violation, 200)}`, {
    cure: "use the model that the policy names, or record a decision with `holdall context model decide`",
  });
}

async function refreshFirst(
  context: OperationContext,
  input: ReadyInput,
  state: BundleState,
): Promise<void> {
  // Most loads find nothing stale, and then what refreshes is not loaded.
  const { refreshStale } = await import("./refresh-stale.ts");
  const { blocked } = await refreshStale(context, input, state);
  if (blocked === null) return;
  throw new HoldallError(
    "E_HYGIENE",
    `Cannot refresh the files of "${input.id}": ${blocked.detail}`,
    {
      cure: "shorten the context, or let the steward publish it with `holdall context refresh --override`",
    },
  );
}
