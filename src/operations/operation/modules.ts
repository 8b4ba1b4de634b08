import type { LedgerModule } from "../../ledger/projections.ts";

/** Rooms whose tables follow the ledger. Add a line; append, rebuild, verify and recover know it. */
const modules: Readonly<Record<string, () => Promise<{ readonly default: LedgerModule }>>> = {
  threads: () => import("../../threads/module.ts"),
  state: () => import("../../state/module.ts"),
  transcripts: () => import("../../transcripts/module.ts"),
  units: () => import("../../memory/module.ts"),
};

/** Loads every room's part in the ledger. */
export async function loadModules(): Promise<readonly LedgerModule[]> {
  const loaded = await Promise.all(Object.values(modules).map((load) => load()));
  return loaded.map((room) => room.default);
}
