import assert from "node:assert/strict";
import { test } from "node:test";
import { loadOperation, operationNames } from "../../../src/operations/registry.ts";

/** What a model may do with task bundles: look, check, compare. */
const forModels: ReadonlySet<string> = new Set([
  "task inspect",
  "task validate",
  "task compare",
  "task report",
  "task scan",
  "task replay check",
]);

test("a model may inspect, validate, compare and report tasks, and neither run, judge nor extract", async () => {
  const names = operationNames.filter((name) => name.startsWith("task "));
  assert.ok(names.length >= 10);
  for (const name of names) {
    const { tools, surfaces, effect } = await loadOperation(name);
    const isOffered = tools.length > 0 || surfaces.includes("mcp");
    if (!isOffered) continue;
    assert.equal(forModels.has(name), true, name);
    assert.equal(effect, "read", name);
    assert.deepEqual(
      tools.flatMap(({ sets }) => sets),
      ["tasks"],
      name,
    );
  }
  for (const name of ["task inspect", "task validate", "task compare", "task report"] as const) {
    assert.equal((await loadOperation(name)).tools.length, 1, name);
  }
});
