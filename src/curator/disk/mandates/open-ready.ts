import { HoldallError } from "../../../base/errors.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { staleReason } from "../../freshness/watermarks.ts";
import { blockingViolation } from "../../model/blocked.ts";
import { openBundle } from "../read/open-bundle.ts";
import { findStale, type ReadBundle, readInputs } from "../read/read-state.ts";
import type { PlaceInput } from "../workspace.ts";
import type { MandateRun } from "./run-mandate.ts";

/** Whose files are given to a model. */
export interface ReadyInput extends PlaceInput {
  readonly id: string;
  readonly now?: string | undefined;
  /** Refuses files that are not up to date instead of refreshing them. */
  readonly frozen: boolean;
}

/** Opens what a model is given, whose published files are what a refresh would make now: refreshed if it was not up to date, and refused for a model that the policy does not allow. */
export async function openReady(context: OperationContext, input: ReadyInput): Promise<ReadBundle> {
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
  const { snapshot, isCurrent } = await refreshFirst(context, input, stale, first);
  if (!isCurrent) return openAllowed(context, input);
  return { bundle: { ...first.bundle, files: snapshot.files }, snapshot };
}

async function openAllowed(context: OperationContext, input: ReadyInput): Promise<ReadBundle> {
  const bundle = await openBundle(context, input);
  const snapshot = await readInputs(context, bundle);
  const violation = blockingViolation(snapshot.memory.digest);
  if (violation === null) return { bundle, snapshot };
  throw new HoldallError("E_MODEL", `Cannot work as "${input.id}": ${excerpt(violation, 200)}`, {
    cure: "use the model that the policy names, or record a decision with `holdall context model decide`",
  });
}

/** Refreshes what was opened. */
async function refreshFirst(
  context: OperationContext,
  input: ReadyInput,
  stale: readonly string[],
  opened: ReadBundle,
): Promise<MandateRun> {
  // Most loads find nothing stale, and then what refreshes is not loaded.
  const { refreshStale } = await import("./refresh-stale.ts");
  const run = await refreshStale(context, input, stale, opened);
  const { blocked } = run.output;
  if (blocked === null) return run;
  throw new HoldallError(
    "E_HYGIENE",
    `Cannot refresh the files of "${input.id}": ${blocked.detail}`,
    {
      cure: "shorten the context, or let the steward publish it with `holdall context refresh --override`",
    },
  );
}
