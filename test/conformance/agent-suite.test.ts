import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import type { Agent, SessionDraft, SessionSource } from "../../src/agents/agent.ts";
import { agents } from "../../src/agents/registry.ts";
import { namesOf } from "../../src/base/registry.ts";
import { fixtureScenarios, placeFixture } from "../agents/fixtures.ts";
import { type AgentName, agentNames } from "../agents/programs.ts";
import type { ScenarioName } from "../agents/scenarios/scenarios.ts";
import { makeScratch } from "../support/scratch.ts";
import { memoryFile, type ReadBack, readingSuite, writingSuite } from "./agent-suite.ts";

const scratch = makeScratch();

/** Small sessions of agents that no program of the tests records. */
const written: Readonly<Record<string, readonly object[]>> = {
  cursor: [
    {
      role: "user",
      message: {
        content: [{ type: "text", text: "<user_query>\nCheck the pumps.\n</user_query>" }],
      },
    },
    { role: "assistant", message: { content: [{ type: "text", text: "They are fine." }] } },
  ],
};

for (const name of namesOf(agents)) {
  const { default: agent } = await agents[name]();
  for (const [title, open] of sessionsOf(agent)) {
    suite(`agent ${name}, ${title}`, () => {
      for (const check of readingSuite) {
        test(check.name, async () => check.run(agent, await open()));
      }
    });
  }
  const { writer } = agent;
  if (writer === undefined) continue;
  suite(`agent ${name}, written for`, () => {
    for (const check of writingSuite) {
      test(check.name, () => check.run(agent, writer, readBackWith(agent)));
    }
  });
}

function sessionsOf(agent: Agent): readonly (readonly [string, () => Promise<SessionSource>])[] {
  const records = written[agent.id];
  if (records !== undefined) return [["written here", async () => sourceOf(agent, records)]];
  const name = agentNames.find((known) => known === agent.id);
  assert.ok(name, `no session of ${agent.id} to try`);
  return fixtureScenarios
    .filter((scenario) => hasFixture(name, scenario))
    .map((scenario) => [`recorded: ${scenario}`, () => placed(agent, name, scenario)]);
}

function sourceOf({ id: name }: Agent, records: readonly object[]): SessionSource {
  const facts = { cwd: null, bytes: 0, modified_ms: 0, parent_id: null };
  const session = { agent: name, id: "session", path: "/session.jsonl", ...facts };
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  return { session, files: [memoryFile("session.jsonl", lines)] };
}

function hasFixture(name: AgentName, scenario: ScenarioName): boolean {
  return fs.existsSync(path.join(import.meta.dirname, "../fixtures/agents", name, scenario));
}

async function placed(
  agent: Agent,
  name: AgentName,
  scenario: ScenarioName,
): Promise<SessionSource> {
  const home = fs.mkdtempSync(path.join(scratch, "home-"));
  const fixture = placeFixture(name, scenario, home);
  for await (const found of agent.find({ home, env: {} })) {
    if (found.id === fixture.session_id) return agent.open(found);
  }
  throw new Error(`find() does not find ${name} ${scenario}`);
}

/** The written text at the place where it belongs, opened by the agent's own reader. */
function readBackWith(agent: Agent): ReadBack {
  return async (text: string, order: SessionDraft) => {
    const home = fs.mkdtempSync(path.join(scratch, "home-"));
    const places = { home, env: {} };
    const target = (await agent.writer?.targetPath(order, places)) ?? "";
    assert.ok(target.startsWith(home));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
    const session = await agent.recognise(target);
    assert.ok(session, `recognise() does not know what was written to ${target}`);
    return agent.open(session);
  };
}
