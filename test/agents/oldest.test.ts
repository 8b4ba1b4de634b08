import assert from "node:assert/strict";
import { test } from "node:test";
import { loadAgent } from "../../src/agents/registry.ts";
import type { HandedOver } from "./hand-over.ts";
import { oldestScenarios, oldestWays, readOldest } from "./oldest.ts";
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
