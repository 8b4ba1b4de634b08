import assert from "node:assert/strict";
import { test } from "node:test";
import { findAgents } from "./install.ts";
import { agentNames, isPairTried, isTriedWith, programs } from "./programs.ts";
import { codeHash, readResult } from "./result.ts";
import { isPlan } from "./scenarios/scenario.ts";
import { type ScenarioName, scenarioNames, scenarios } from "./scenarios/scenarios.ts";

const result = readResult();
const versions = Object.fromEntries(agentNames.map((name) => [name, programs[name].version]));

const code = await codeHash();
const installed = await findAgents();

/** Why a run cannot be asked for: without the programs, a run of other code cannot be repeated here. */
function notRun(scenario: ScenarioName): string | false {
  if (result[scenario]?.code === code || installed.size === agentNames.length) return false;
  return `not run: the agents are not installed; npm run test:agents -- --scenario ${scenario} does it`;
}

for (const scenario of scenarioNames) {
  test(`the committed run of "${scenario}" is of this code and of these programs`, {
    skip: notRun(scenario),
  }, async () => {
    const run = result[scenario];
    const cure = `npm run test:agents -- --scenario ${scenario}`;
    assert.equal(run?.code, code, `the code has changed since: ${cure}`);
    assert.deepEqual(run.programs, versions);
  });

  test(`the committed run of "${scenario}" holds for every pair`, () => {
    const tried = agentNames.filter((name) => isTriedWith(name, scenario));
    for (const from of tried) {
      const row = result[scenario]?.outcome[from];
      const plan = scenarios[scenario].plan(from);
      if (!isPlan(plan)) {
        assert.deepEqual(row, { absent: plan.reason });
        continue;
      }
      assert.ok(row !== undefined && !("absent" in row), from);
      for (const to of tried.filter((name) => isPairTried(from, name, scenario))) {
        assert.deepEqual(row[to]?.problems, [], `${from} to ${to}`);
        assert.ok((row[to]?.arrived ?? 0) > 0, `${from} to ${to}: nothing arrived`);
      }
    }
  });
}
