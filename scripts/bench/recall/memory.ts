import { join } from "node:path";
import { openLedger } from "../../../src/ledger/ledger.ts";
import { unitFactsSchema } from "../../../src/memory/event-bodies.ts";
import room from "../../../src/memory/module.ts";
import { recall } from "../../../src/memory/recall.ts";
import { indexUnits } from "../../../src/memory/search/index-units.ts";
import { storeUnits } from "../../../src/memory/units.ts";
import { driverOf } from "../../../src/stores/registry.ts";
import type { Document } from "./corpus.ts";
import type { Found } from "./prompt.ts";

/** A workspace that keeps documents as units. */
export interface Memory {
  /** Milliseconds that the index took. */
  readonly indexed: number;
  find(query: string, limit: number, maxLength: number): Promise<readonly Found[]>;
  close(): Promise<void>;
}

const BATCH = 500;
const actor = { id: "bench", origin: "bench" };

/** Keeps documents in a workspace of their own, as `memory store` would. */
export async function rememberAll(folder: string, documents: readonly Document[]): Promise<Memory> {
  const location = join(folder, ".holdall");
  const driver = await driverOf(location);
  await driver.create(location);
  const ledger = await openLedger(await driver.open(location), { modules: [room], isNew: true });
  for (let at = 0; at < documents.length; at += BATCH) {
    const batch = documents.slice(at, at + BATCH).map(({ id, text, session = null }) => ({
      ...unitFactsSchema.parse({ namespace: "shared", node_id: id, session_id: session }),
      content: text,
    }));
    await ledger.write((unit) => storeUnits(unit, batch, actor));
  }
  const started = performance.now();
  await ledger.write(({ tx }) => indexUnits(tx, ledger.store.engine));
  const indexed = performance.now() - started;
  return {
    indexed,
    async find(query, limit, maxLength) {
      const found = await recall(ledger, { query, filter: { namespace: null }, limit, maxLength });
      return found.map(({ row, content }) => ({ id: row.node_id ?? "", text: content }));
    },
    close: () => ledger.close(),
  };
}
