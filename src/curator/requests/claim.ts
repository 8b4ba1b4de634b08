import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Engine } from "../../stores/store.ts";
import { type Acting, requireSteward } from "../acting.ts";
import { requireActive } from "./change.ts";
import { type Note, recordSteps } from "./record.ts";
import { selectByIds, selectClaimable } from "./tables/queries.ts";
import type { RequestRow } from "./tables/rows.ts";

/**
 * Takes the next requests of a responsibility for a worker: selects and accepts them in one transaction,
 * so that no two workers get the same one.
 */
export async function claimRequests(
  unit: UnitOfWork,
  acting: Acting,
  {
    target,
    limit,
    engine,
  }: { readonly target: string; readonly limit: number; readonly engine: Engine },
): Promise<{ readonly requests: readonly RequestRow[]; readonly notes: readonly Note[] }> {
  const { workspace, at, actor } = acting;
  const what = `claim requests of "${target}"`;
  if (target === acting.steward) requireSteward(acting, what);
  await requireActive(unit, { workspace_id: workspace, target_responsibility_id: target }, what);
  const found = await selectClaimable(unit.tx, {
    workspace_id: workspace,
    target,
    now: at,
    limit,
    lock: engine.rowLock,
  });
  if (found.length === 0) return { requests: [], notes: [] };
  const notes = await recordSteps(
    unit,
    acting,
    found.map((request) => ({ type: "request_accepted", request, by: target, agent: actor.id })),
  );
  const ids = found.map(({ id }) => id);
  return { requests: await selectByIds(unit.tx, workspace, ids), notes };
}
