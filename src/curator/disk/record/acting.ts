import type { Ledger } from "../../../ledger/ledger.ts";
import { actorOf } from "../../../runtime/actor.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import type { Acting } from "../../acting.ts";
import { clockOf } from "../../workspace/time.ts";
import { openPlace, type Place, type PlaceInput } from "../workspace.ts";

/** What every command on the record of a workspace is called with. */
interface ActingCall extends PlaceInput {
  readonly now?: string | undefined;
  readonly actor: string;
  readonly origin: string;
}

/** Where a command acts, and for whom. */
export interface ActingPlace {
  readonly ledger: Ledger;
  readonly acting: Acting;
  readonly place: Place;
}

/** Opens the workspace that a command acts in. */
export function actIn<Result>(
  context: OperationContext,
  input: ActingCall,
  effect: "read" | "write",
  work: (place: ActingPlace) => Promise<Result>,
): Promise<Result> {
  const place = openPlace(context, input);
  const { workspace_id: workspace, steward_responsibility_id: steward } = place.config;
  const at = clockOf(input.now, context.now);
  return inWorkspace(context, { store: place.store, effect }, (ledger) =>
    work({ ledger, place, acting: { workspace, steward, at, actor: actorOf(input) } }),
  );
}
