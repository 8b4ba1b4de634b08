import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { loadAgent } from "../../src/agents/registry.ts";
import { compareToTested } from "../../src/hosts/doctor/program-version.ts";
import { makeScratch } from "../support/scratch.ts";
import { FIXTURE_PROJECT, fixtureScenarios, placeFixture } from "./fixtures.ts";
import { agentNames, isTriedWith } from "./programs.ts";
import { isPlan } from "./scenarios/scenario.ts";
import { scenarios } from "./scenarios/scenarios.ts";

const scratch = makeScratch();

for (const agent of agentNames) {
  const { testedVersions } = await loadAgent(agent);
  for (const scenario of fixtureScenarios) {
    if (!isTriedWith(agent, scenario) || !isPlan(scenarios[scenario].plan(agent))) continue;
    test(`placeFixture() gives ${agent}'s session "${scenario}", whole and at its place`, () => {
      const home = path.join(scratch, agent, scenario);
      const fixture = placeFixture(agent, scenario, home);
      assert.equal(compareToTested(fixture.version, testedVersions), "tested");
      const file = fs.readFileSync(path.join(home, fixture.path), "latin1");
      assert.ok(`${fixture.path}\n${file}`.includes(fixture.session_id));
      // Grok names it in the folder of the session.
      const encoded = encodeURIComponent(FIXTURE_PROJECT);
      const inFile = file.includes(FIXTURE_PROJECT) || fixture.path.includes(encoded);
      // Gemini names the project beside its sessions.
      const projects = path.join(home, ".gemini/projects.json");
      assert.ok(inFile || fs.readFileSync(projects, "utf8").includes(FIXTURE_PROJECT));
      assert.ok(fixture.expected.some(({ kind }) => kind === "user"));
    });
  }
}
