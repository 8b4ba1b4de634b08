import assert from "node:assert/strict";
import { test } from "node:test";
import { openLedger } from "../../src/ledger/ledger.ts";
import { recall } from "../../src/memory/recall.ts";
import { loadModules } from "../../src/runtime/modules.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { openStore, subjects } from "../support/workspaces.ts";

const { all } = await subjects();
const context = contextIn(makeScratch());

/** The units that a query finds in a workspace that is opened to be read. */
async function find(location: string, query: string): Promise<readonly string[]> {
  const store = await openStore(location, { readOnly: true });
  try {
    const ledger = await openLedger(store, { modules: await loadModules() });
    const found = await recall(ledger, {
      query,
      filter: { namespace: null },
      limit: 10,
      maxLength: 1000,
    });
    return found.map(({ content }) => content);
  } finally {
    await store.close();
  }
}

for (const { name, skip, location } of all) {
  test(`recall() finds units that were not indexed yet where nothing can be written (${name})`, {
    skip,
  }, async () => {
    const store = location();
    const run = (operation: "init" | "memory store" | "memory find", input = {}) =>
      runOperation(context, operation, { store, ...input });
    await run("init");
    assert.deepEqual(await find(store, "listings"), []);
    await run("memory store", { content: "Listings are cached for nine minutes" });
    assert.deepEqual(await find(store, "cached listings"), [
      "Listings are cached for nine minutes",
    ]);
    await run("memory find", { query: "listings" });
    await run("memory store", { content: "The queue holds fifty orders" });
    assert.deepEqual(
      await find(store, "orders"),
      ["The queue holds fifty orders"],
      "an older index",
    );
    assert.deepEqual(await find(store, "listings"), ["Listings are cached for nine minutes"]);
  });
}
