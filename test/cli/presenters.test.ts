import assert from "node:assert/strict";
import { test } from "node:test";
import { presenters } from "../../src/cli/present/registry.ts";
import { operationNames } from "../../src/operations/registry.ts";

test("presenters has a line for every operation, and none for anything else", () => {
  assert.deepEqual(Object.keys(presenters).sort(), [...operationNames].sort());
});

test("presenters load functions", async () => {
  for (const load of Object.values(presenters)) {
    assert.equal(typeof (await load()).default, "function");
  }
});
