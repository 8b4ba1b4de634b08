import { HoldallError } from "../../../base/errors.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { staleReason } from "../../freshness/watermarks.ts";
import { blockingViolation } from "../../model/blocked.ts";
import { type OpenedBundle, openBundle } from "../read/open-bundle.ts";
import type { MandateSnapshot } from "../read/read-snapshot.ts";
import { findStale, readInputs } from "../read/read-state.ts";
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
  readonly snapshot: MandateSnapshot;
}

/** Opens what a model is given: refreshed if it was not up to date, and refused for a model that the policy does not allow. */
export async function openReady(
  context: OperationContext,
  input: ReadyInput,
): Promise<ReadyBundle> {
  const first = await openAllowed(context, input);
  const stale = findStale(first.snapshot);
  if (stale.length === 0) return first;
  if (input.frozen) {
    throw new HoldallError(
      "E_STALE",
      `Cannot use the files of "${input.id}": ${staleReason(stale)}`,
      {
        cure: "leave out --frozen, or refresh them with `holdall context fresh --fix`",
      },
    );
  }
  const snapshot = await refreshFirst(context, input, stale);
  if (snapshot === null) return openAllowed(context, input);
  const bundle = await openBundle(context, input);
  return { bundle, snapshot: { ...snapshot, files: bundle.files } };
}

async function openAllowed(context: OperationContext, input: ReadyInput): Promise<ReadyBundle> {
  const bundle = await openBundle(context, input);
  const snapshot = await readInputs(context, bundle);
  const violation = blockingViolation(snapshot.memory.digest);
  if (violation === null) return { bundle, snapshot };
  throw new HoldallError("E_MODEL", `Cannot work as "${input.id}": ${excerpt(violation, 200)}`, {
    cure: "use the model that the policy names, or record a decision with `holdall context model decide`",
  });
}

/** Refreshes, and returns what the files were made from if that is still so. */
async function refreshFirst(
  context: OperationContext,
  input: ReadyInput,
  stale: readonly string[],
): Promise<MandateSnapshot | null> {
  // Most loads find nothing stale, and then what refreshes is not loaded.
  const { refreshStale } = await import("./refresh-stale.ts");
  const { output, snapshot } = await refreshStale(context, input, stale);
  const { blocked } = output;
  if (blocked === null) return snapshot;
  throw new HoldallError(
    "E_HYGIENE",
    `Cannot refresh the files of "${input.id}": ${blocked.detail}`,
    {
      cure: "shorten the context, or let the steward publish it with `holdall context refresh --override`",
    },
  );
}
