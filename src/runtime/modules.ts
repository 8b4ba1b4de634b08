import type { LedgerModule } from "../ledger/projections.ts";

/**
 * Modules whose tables follow the ledger. Add a line; append, rebuild, verify and recover use it.
 */
const modules: Readonly<Record<string, () => Promise<{ readonly default: LedgerModule }>>> = {
  threads: () => import("../threads/module.ts"),
  state: () => import("../state/module.ts"),
  transcripts: () => import("../transcripts/module.ts"),
  units: () => import("../memory/module.ts"),
  curator: () => import("../curator/module.ts"),
};

/** Loads every module of the ledger. */
export async function loadModules(): Promise<readonly LedgerModule[]> {
  const loaded = await Promise.all(Object.values(modules).map((load) => load()));
  return loaded.map((module) => module.default);
}
