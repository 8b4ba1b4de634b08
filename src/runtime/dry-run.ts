import type { Ledger } from "../ledger/ledger.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { OperationContext } from "./operation-context.ts";
import { inWorkspace } from "./workspace.ts";

/** Ends a transaction whose changes are not wanted. */
const UNDO = Symbol("undo");

/**
 * Runs work in the workspace and undoes everything that it recorded, so that its result is what would
 * happen. All of the work is one transaction: each step sees what the steps before it recorded. Files of
 * large texts, which no event names then, are left to `ledger gc`.
 */
export function inDryRun<Result>(
  context: OperationContext,
  store: string | undefined,
  work: (context: OperationContext) => Promise<Result>,
): Promise<Result> {
  return inWorkspace(context, { store, effect: "write" }, async (ledger) => {
    const results: Result[] = [];
    try {
      await ledger.write(async (unit) => {
        const within = ledgerWithin(ledger, unit);
        const workspaces = { at: async () => within, close: async () => undefined };
        results.push(await work({ ...context, workspaces }));
        throw UNDO;
      });
    } catch (error) {
      if (error !== UNDO) throw error;
    }
    return results[0] as Result; // It was there before the throw that leads here.
  });
}

/** The same workspace inside one of its transactions. */
function ledgerWithin(ledger: Ledger, unit: UnitOfWork): Ledger {
  return {
    ...ledger,
    append: (events, options) => unit.append(events, options),
    read: (work) => work(unit.tx),
    write: (work) => work(unit),
  };
}
