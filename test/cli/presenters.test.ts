import assert from "node:assert/strict";
import { test } from "node:test";
import { presenters } from "../../src/cli/present/registry.ts";
import { capabilityOf, operationNames } from "../../src/operations/registry.ts";

test("every operation has a presenter among those of its capability, and nothing else has", async () => {
  for (const [capability, load] of Object.entries(presenters)) {
    const { default: table, pieces = {} } = await load();
    const own = operationNames.filter((name) => capabilityOf(name) === capability);
    assert.deepEqual(Object.keys(table).sort(), [...own].sort());
    for (const present of Object.values({ ...table, ...pieces })) {
      assert.equal(typeof present, "function");
    }
  }
});
