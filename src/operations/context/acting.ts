import { HoldallError } from "../../base/errors.ts";
import type { Acting } from "../../curator/acting.ts";
import type { Note } from "../../curator/requests/record.ts";
import { clockOf } from "../../curator/workspace/time.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { actorAliases, actorInput, actorOf } from "../operation/actor.ts";
import type { OperationContext } from "../operation/operation.ts";
import { inWorkspace } from "../operation/workspace.ts";
import { withLock } from "./disk/lock.ts";
import { appendMemory } from "./disk/memory-file.ts";
import {
  curatorFolder,
  openPlace,
  type Place,
  type PlaceInput,
  responsibilityRoot,
} from "./disk/workspace.ts";
import { placeInput } from "./input.ts";

/** Inputs of every command that acts for a responsibility. */
export const actingInput = { ...placeInput, ...actorInput };

/** `--as` names the responsibility, or the worker, that acts. */
export const actingAliases = { ...actorAliases, as: "actor" };

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

/**
 * Appends lines that the ledger has to the memories that they belong to. A memory that another process
 * works on, or that has no folder, is left: the next run of a mandate adds what it lacks.
 */
export async function appendNotes(place: Place, notes: readonly Note[]): Promise<void> {
  const byResponsibility = Map.groupBy(notes, ({ responsibility }) => responsibility);
  for (const [responsibility, ofOne] of byResponsibility) {
    const lines = ofOne.map(({ line }) => line);
    try {
      const root = responsibilityRoot(place, responsibility);
      const folder = curatorFolder(place, responsibility);
      const what = `write the memory of "${responsibility}"`;
      await withLock(folder, { what, waitMs: 2000 }, async () => appendMemory(root, lines));
    } catch (error) {
      const isLeft =
        error instanceof HoldallError && ["E_NOT_FOUND", "E_LOCKED"].includes(error.code);
      if (!isLeft) throw error;
    }
  }
}
