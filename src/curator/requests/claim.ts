import type { NewEvent } from "../../ledger/append.ts";
import type { Author } from "../../ledger/own-actor.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Engine } from "../../stores/store.ts";
import type { Acting } from "../acting.ts";
import { requireActive } from "./change.ts";
import { describeSteps, type Note } from "./record.ts";
import { selectByIds, selectClaimable } from "./tables/queries.ts";
import type { RequestRow } from "./tables/rows.ts";

/** A worker that asks for requests. */
export interface Claimant {
  readonly acting: Acting;
  /** How many it takes at most. */
  readonly limit: number;
  /** As whom it appends, where it is not the one whose unit of work it is. */
  readonly author?: Author;
}

/** What workers got. */
export interface Claimed {
  /** For each worker, in the order in which they asked. */
  readonly requests: readonly (readonly RequestRow[])[];
  readonly notes: readonly Note[];
}

/**
 * Takes the next requests of a responsibility for workers who ask at the same time: selects and accepts them in one
 * transaction, so that no two get the same one. Who asked first gets those that are first in the queue.
 */
export async function claimRequests(
  unit: UnitOfWork,
  claimants: readonly Claimant[],
  { target, engine }: { readonly target: string; readonly engine: Engine },
): Promise<Claimed> {
  const [first] = claimants;
  if (first === undefined) return { requests: [], notes: [] };
  const { workspace, at } = first.acting;
  const what = `claim requests of "${target}"`;
  await requireActive(unit, { workspace_id: workspace, target_responsibility_id: target }, what);
  const found = await selectClaimable(unit.tx, {
    workspace_id: workspace,
    target,
    now: at,
    limit: claimants.reduce((sum, { limit }) => sum + limit, 0),
    lock: engine.rowLock,
  });
  const shares = share(found, claimants);
  if (found.length === 0) return { requests: shares, notes: [] };
  const events: NewEvent[] = [];
  const notes: Note[] = [];
  for (const [at, { acting, author }] of claimants.entries()) {
    const steps = describeSteps(
      acting,
      (shares[at] ?? []).map((request) => ({
        type: "request_accepted",
        request,
        by: target,
        agent: acting.actor.id,
      })),
    );
    events.push(...steps.events.map((event) => (author ? { ...event, author } : event)));
    notes.push(...steps.notes);
  }
  await unit.append(events);
  const ids = found.map(({ id }) => id);
  const accepted = await selectByIds(unit.tx, workspace, ids);
  const byId = new Map(accepted.map((request) => [request.id, request]));
  const current = (request: RequestRow) => byId.get(request.id) ?? request;
  return { requests: shares.map((each) => each.map(current)), notes };
}

/** Divides what was found, in order, as far as it goes. */
function share(
  found: readonly RequestRow[],
  claimants: readonly Claimant[],
): readonly (readonly RequestRow[])[] {
  let taken = 0;
  return claimants.map(({ limit }) => {
    const own = found.slice(taken, taken + limit);
    taken += own.length;
    return own;
  });
}
