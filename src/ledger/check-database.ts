import type { Findings } from "../base/findings.ts";
import { checkSchema } from "./check-schema.ts";
import type { Ledger } from "./ledger.ts";

/** Checks what the ledger rests on: the engine's files, its tables and indexes, and the indexes of modules. */
export async function checkDatabase(
  { store, projections, modules }: Ledger,
  findings: Findings,
): Promise<void> {
  for (const fault of await store.checkIntegrity()) {
    findings.error("E_STORE", {}, `The database is damaged: ${fault}`);
  }
  const { engine } = store;
  await store.transaction("shadow", (tx) => checkSchema(tx, { engine, projections }, findings));
  for (const { index } of modules) {
    if (index === undefined) continue;
    const faults = await store.transaction("shadow", (tx) => index.check(tx, engine));
    for (const fault of faults) findings.error("E_STATE", {}, fault);
  }
}
