import assert from "node:assert/strict";
import { test } from "node:test";
import { loadAgent } from "../../src/agents/registry.ts";
import type { HandedOver } from "./hand-over.ts";
import { oldestScenarios, oldestWays, readOldest, staleOldest } from "./oldest.ts";
import { agentNames } from "./programs.ts";

const result = readOldest();

for (const name of agentNames) {
  const { oldest, newest } = (await loadAgent(name)).testedVersions;
  if (oldest === newest) continue;
  test(`the oldest version of ${name} that is promised was run, and everything arrived`, () => {
    const outcome = result[name];
    assert.equal(outcome?.version, oldest);
    for (const scenario of oldestScenarios) {
      for (const way of oldestWays) {
        const handed: HandedOver | undefined = outcome.handoffs[`${scenario} ${way}`];
        assert.deepEqual(handed?.problems, [], `${scenario} ${way}`);
        assert.ok(handed.arrived > 0, `${scenario} ${way}: nothing arrived`);
      }
    }
  });
}

test("a committed result of other code, of another version or with a failure is stale, by its agent", async (t) => {
  const stale = await staleOldest(result);
  if (stale.length > 0) {
    t.diagnostic(
      `of other code: ${stale.join(", ")}; npm run test:agents -- --oldest --stale runs them again`,
    );
  }
  const all = await staleOldest({});
  assert.deepEqual(all, ["claude", "codex", "opencode", "pi", "copilot"]);
  const others = agentNames.flatMap((name) => {
    const outcome = result[name];
    return outcome === undefined ? [] : [[name, { ...outcome, code: "of other code" }] as const];
  });
  assert.deepEqual(await staleOldest(Object.fromEntries(others)), all);
});
