import type { Ledger } from "../../ledger/ledger.ts";
import type { Actor } from "../../model/event.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import type { LayerUnit } from "../layers/layer-unit.ts";
import { indexUnits } from "../search/index-units.ts";
import { changeUnitState, type StoreResult, storeUnits } from "../units.ts";

const BATCH = 500;

/** Stores imported units in the state that they had in their source; counts the results. */
export async function storeImported(
  context: OperationContext,
  ledger: Ledger,
  units: readonly LayerUnit[],
  actor: Actor,
): Promise<Readonly<Record<StoreResult["outcome"], number>>> {
  const counts = { stored: 0, known: 0, reactivated: 0 };
  for (let at = 0; at < units.length; at += BATCH) {
    const batch = units.slice(at, at + BATCH);
    context.progress(`${at} of ${units.length} units`);
    await ledger.write(async (work) => {
      const results = await storeUnits(
        work,
        batch.map(({ unit }) => unit),
        actor,
      );
      for (const [index, { unit_id, outcome }] of results.entries()) {
        const to = batch[index]?.state ?? "active";
        counts[outcome]++;
        if (to !== "active")
          await changeUnitState(work, unit_id, { to, reason: "as imported", actor });
      }
      await indexUnits(work.tx, ledger.store.engine);
    });
  }
  return counts;
}
