import assert from "node:assert/strict";
import { test } from "node:test";
import { loadAgent } from "../../src/agents/registry.ts";
import { namesOf } from "../../src/base/registry.ts";
import type { HandedOver } from "./hand-over.ts";
import { otherWays, readOtherVersions, staleOtherVersions } from "./other-versions.ts";
import { agentNames, otherVersions } from "./programs.ts";

const result = readOtherVersions();
const names = namesOf(otherVersions);

for (const name of agentNames) {
  test(`the oldest version of ${name} that is promised is that of the matrix, or among the other ones`, async () => {
    const { oldest, newest } = (await loadAgent(name)).testedVersions;
    const others = names.map((other) => otherVersions[other]).filter(({ agent }) => agent === name);
    assert(oldest === newest || others.some(({ version }) => version === oldest));
  });
}

for (const name of names) {
  const { agent, version, scenarios } = otherVersions[name];
  test(`${agent} ${version} was run, and everything arrived`, () => {
    const outcome = result[name];
    assert.equal(outcome?.version, version);
    for (const scenario of scenarios) {
      for (const way of otherWays) {
        const handed: HandedOver | undefined = outcome.handoffs[`${scenario} ${way}`];
        assert.deepEqual(handed?.problems, [], `${scenario} ${way}`);
        assert.ok(handed.arrived > 0, `${scenario} ${way}: nothing arrived`);
      }
    }
  });
}

test("a committed result of other code, of another version or with a failure is stale, by its name", async (t) => {
  const stale = await staleOtherVersions(result);
  if (stale.length > 0) {
    t.diagnostic(
      `of other code: ${stale.join(", ")}; npm run test:agents -- --other-versions --stale runs them again`,
    );
  }
  assert.deepEqual(await staleOtherVersions({}), names);
  const others = names.flatMap((name) => {
    const outcome = result[name];
    return outcome === undefined ? [] : [[name, { ...outcome, code: "of other code" }] as const];
  });
  assert.deepEqual(await staleOtherVersions(Object.fromEntries(others)), names);
});
