import { HoldallError } from "../base/errors.ts";
import type { Engine, Store, Transaction } from "../stores/store.ts";
import { CREATE_META, readMeta, schemaVersion1, writeMeta } from "./tables/schema.ts";

/** One step from a schema version to the next. */
export type Migration = (tx: Transaction, engine: Engine) => Promise<void>;

/** Every step since the first release, in order; their number is the schema version. Never edit one. */
export const migrations: readonly Migration[] = [createFirstTables];

async function createFirstTables(tx: Transaction, engine: Engine): Promise<void> {
  for (const statement of schemaVersion1(engine)) await tx.run(statement);
}

const SCHEMA = "schema";

/** Whether the ledger's tables are as this program makes them. */
export function isMigrated(
  meta: ReadonlyMap<string, string>,
  steps: readonly Migration[] = migrations,
): boolean {
  return Number(meta.get(SCHEMA) ?? 0) === steps.length;
}

/** Makes or updates the ledger's tables. A store that is updated is copied aside first. */
export async function migrate(
  store: Store,
  meta: ReadonlyMap<string, string>,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const version = Number(meta.get(SCHEMA) ?? 0);
  if (version > steps.length) {
    throw new HoldallError(
      "E_VERSION",
      `Cannot open the workspace "${store.location}": it was written by a newer version of Holdall (schema ${version}; this version supports ${steps.length})`,
      { cure: "install the newest version of Holdall" },
    );
  }
  if (version === steps.length) return;
  if (version > 0) await store.saveCopy(`before-schema-${steps.length}`);
  await store.transaction("write", async (tx) => {
    await tx.run(CREATE_META(store.engine.types));
    // Another process may have done it while this one waited.
    const current = Number((await readMeta(tx)).get(SCHEMA) ?? 0);
    for (const step of steps.slice(current)) await step(tx, store.engine);
    if (current < steps.length) writeMeta(tx, SCHEMA, String(steps.length));
  });
}
