import assert from "node:assert/strict";
import { test } from "node:test";
import { findAgents } from "./install.ts";
import { agentNames } from "./programs.ts";
import { readingsOf, readReadings, staleReadings } from "./readings/result.ts";
import { pairsOf, readResult, stalePairs } from "./result.ts";
import { scenarioNames } from "./scenarios/scenarios.ts";

const result = readResult();
const readings = readReadings();
const installed = await findAgents();

/** Why a run cannot be asked for: without the programs, a run of other code cannot be repeated here. */
function notRun(isStale: boolean, command: string): string | false {
  if (!isStale || installed.size === agentNames.length) return false;
  return `not run: the agents are not installed; ${command} does it`;
}

for (const scenario of scenarioNames) {
  const stale = (await stalePairs(scenario, result)).map(([from, to]) => `${from} to ${to}`);
  const cure = "npm run test:agents -- --stale";
  test(`the committed handoffs of "${scenario}" are of this code and of these programs`, {
    skip: notRun(stale.length > 0, cure),
  }, () => {
    assert.deepEqual(stale, [], `the code has changed since: ${cure}`);
  });

  test(`in the committed handoffs of "${scenario}" everything arrived`, () => {
    for (const [from, to] of pairsOf(scenario)) {
      const handed = result[scenario]?.[from]?.[to];
      assert.deepEqual(handed?.problems, [], `${from} to ${to}`);
      assert.ok(handed.arrived > 0, `${from} to ${to}: nothing arrived`);
    }
  });
}

const staleOf = await staleReadings(readings);
for (const agent of agentNames) {
  const stale = staleOf.get(agent) ?? [];
  const cure = "npm run test:agents -- --readings --stale";
  test(`the committed readings of ${agent} are of this code and of this program`, {
    skip: notRun(stale.length > 0, cure),
  }, () => {
    assert.deepEqual(stale, [], `the code has changed since: ${cure}`);
  });

  test(`the committed readings of ${agent} are what the program sends`, () => {
    for (const scenario of readingsOf(agent)) {
      assert.deepEqual(readings[agent]?.[scenario]?.problems, [], scenario);
      assert.ok((readings[agent]?.[scenario]?.sent ?? 0) > 0, `${scenario}: nothing was sent`);
    }
  });
}
