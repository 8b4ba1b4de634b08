import assert from "node:assert/strict";
import path from "node:path";
import { suite, test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { findAgents } from "./install.ts";
import { runScenario } from "./matrix.ts";
import { type AgentName, taskAgentNames } from "./programs.ts";
import { scenarioNames } from "./scenarios/scenarios.ts";

const agents = await findAgents();
const gone = taskAgentNames.filter((name) => !agents.has(name));
const skip =
  gone.length > 0 &&
  `not run: ${gone.join(", ")} not installed; npm run test:agents -- --install does it`;
const scratch = makeScratch();

/** The next agent of the list, and the first after the last; none for the others. */
function receiversOf(from: AgentName): readonly AgentName[] {
  const names: readonly AgentName[] = taskAgentNames;
  const at = names.indexOf(from);
  return at === -1 ? [] : [taskAgentNames[at + 1] ?? taskAgentNames[0]];
}

// One scenario here, and some agents once on both sides; `npm run test:agents` tries all scenarios with all pairs, and
// result.test.ts compares its result with this code.
suite("handoffs between the real programs", { skip }, () => {
  for (const scenario of scenarioNames.slice(0, 1)) {
    test(`every agent continues another agent's session "${scenario}" with all that was in it`, async () => {
      const folder = path.join(scratch, scenario);
      const report = () => undefined;
      const outcome = await runScenario(agents, scenario, { folder, report, receiversOf });
      const problems = taskAgentNames.flatMap((from) => {
        const row = outcome[from];
        if (row === undefined || "absent" in row) return [`${from}: nothing recorded`];
        return receiversOf(from).flatMap((to) =>
          (row[to]?.problems ?? ["not tried"]).map((problem) => `${from} to ${to}: ${problem}`),
        );
      });
      assert.deepEqual(problems, []);
    });
  }
});
