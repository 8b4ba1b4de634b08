import { HoldallError } from "../../base/errors.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { actorOf } from "../../runtime/actor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import type { Acting } from "../acting.ts";
import { withLock } from "../disk/lock.ts";
import { appendMemory } from "../disk/memory-file.ts";
import { viewsOfRequests, writeView } from "../disk/views.ts";
import {
  curatorFolder,
  openPlace,
  type Place,
  type PlaceInput,
  responsibilityRoot,
} from "../disk/workspace.ts";
import type { Note } from "../requests/record.ts";
import { clockOf } from "../workspace/time.ts";

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

/** What follows a change of the record: lines of memories, and the pages of requests that changed. */
export async function showChange(
  { ledger, acting, place }: ActingPlace,
  { notes, requests }: { readonly notes: readonly Note[]; readonly requests: readonly string[] },
): Promise<void> {
  await appendNotes(place, notes);
  if (requests.length === 0) return;
  const found = await ledger.read((tx) => viewsOfRequests(tx, acting.workspace, requests));
  for (const [responsibility, views] of found) {
    const root = findRoot(place, responsibility);
    if (root === null) continue;
    for (const [name, text] of views) writeView(root, name, text);
  }
}

/** The folder of a responsibility; null when the workspace has none. */
export function findRoot(place: Place, responsibility: string): string | null {
  try {
    return responsibilityRoot(place, responsibility);
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_NOT_FOUND") return null;
    throw error;
  }
}

/**
 * Appends lines that the ledger has to the memories that they belong to. A memory that another process
 * works on, or that has no folder, is left: the next run of a mandate adds what it lacks.
 */
async function appendNotes(place: Place, notes: readonly Note[]): Promise<void> {
  const byResponsibility = Map.groupBy(notes, ({ responsibility }) => responsibility);
  for (const [responsibility, ofOne] of byResponsibility) {
    const lines = ofOne.map(({ line }) => line);
    const root = findRoot(place, responsibility);
    if (root === null) continue;
    try {
      const folder = curatorFolder(place, responsibility);
      const what = `write the memory of "${responsibility}"`;
      await withLock(folder, { what, waitMs: 2000 }, async () => appendMemory(root, lines));
    } catch (error) {
      if (!(error instanceof HoldallError) || error.code !== "E_LOCKED") throw error;
    }
  }
}
