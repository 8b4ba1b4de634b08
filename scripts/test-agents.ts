/**
 * `npm run test:agents`: records sessions with the real programs and hands each to each.
 *
 *     npm run test:agents                                  every scenario; the result is committed
 *     npm run test:agents -- --scenario plain,slash        some of them
 *     npm run test:agents -- --agents pi,copilot           only between these; no result is written
 *     npm run test:agents -- --stale                       the pairs whose committed result is of other code
 *     npm run test:agents -- --samples                     only real sessions of HOLDALL_SAMPLES
 *     npm run test:agents -- --other-versions              the oldest versions that are promised and OpenCode 2, to
 *                                                          themselves, and to and from another agent; the result is
 *                                                          committed; with --stale those whose committed result is of
 *                                                          other code
 *     npm run test:agents -- --readings                    compare our readings with what the programs send;
 *                                                          with --stale those whose committed result is of other code
 *     npm run test:agents -- --live                        the long tests with real programs whose committed result is
 *                                                          of other code; what passed is committed
 *     npm run test:agents -- --rights                      only hand over sessions that ask for rights
 *     npm run test:agents -- --install                     only put the programs into the cache
 *     npm run test:agents -- --no-build                    with the program as it was built last
 *     npm run test:agents -- --fixtures                    record the readers' fixtures again
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fixtureScenarios, writeFixture } from "../test/agents/fixtures.ts";
import { type InstalledAgents, installPrograms } from "../test/agents/install.ts";
import { KEEPS_PASSED } from "../test/agents/live-cases.ts";
import { runScenario, type ScenarioOutcome } from "../test/agents/matrix.ts";
import {
  readOtherVersions,
  runOtherVersions,
  staleOtherVersions,
  writeOtherVersions,
} from "../test/agents/other-versions.ts";
import {
  type AgentName,
  acpServers,
  agentNames,
  type OtherName,
  otherVersions,
  programs,
} from "../test/agents/programs.ts";
import { readReadings, staleReadings, writeReadings } from "../test/agents/readings/result.ts";
import { runReadings } from "../test/agents/readings/run.ts";
import { recordScenario } from "../test/agents/record.ts";
import { readResult, stalePairs, writeResult } from "../test/agents/result.ts";
import { runSample, samples } from "../test/agents/samples.ts";
import {
  isScenario,
  type ScenarioName,
  scenarioNames,
} from "../test/agents/scenarios/scenarios.ts";
import { root, runOrThrow } from "./run.ts";
import { becomeScratchUser } from "./scratch-user.ts";

const { values } = parseArgs({
  allowNegative: true,
  options: {
    install: { type: "boolean" },
    readings: { type: "boolean" },
    "other-versions": { type: "boolean" },
    rights: { type: "boolean" },
    live: { type: "boolean" },
    stale: { type: "boolean" },
    fixtures: { type: "boolean" },
    samples: { type: "boolean" },
    scenario: { type: "string" },
    agents: { type: "string" },
    build: { type: "boolean", default: true },
  },
});
const all = values.fixtures ? fixtureScenarios : scenarioNames;
const wanted = values.scenario?.split(",") ?? all;
const chosen = wanted.filter(isScenario);
if (chosen.length < wanted.length) {
  console.error(`Cannot run ${wanted.join(", ")}: the scenarios are ${scenarioNames.join(", ")}`);
  process.exit(2);
}

const only = values.agents?.split(",") ?? null;
const names = agentNames.filter((name) => only === null || only.includes(name));
if (only !== null && names.length < only.length) {
  console.error(`Cannot run ${only.join(", ")}: the agents are ${agentNames.join(", ")}`);
  process.exit(2);
}

const installed = await installPrograms(programs, names);
const servers = await installPrograms(acpServers);
await installPrograms(otherVersions, ["opencode2"]);
const agents: InstalledAgents = new Map([...installed].filter(([name]) => isChosen(name)));
for (const { name, version, command } of [...agents.values(), ...servers.values()]) {
  console.log(`${name.padEnd(9)} ${version.padEnd(8)} ${command}`);
}
const scratch = mkdtempSync(join(tmpdir(), "holdall-agents-"));
const leave = becomeScratchUser();
process.once("exit", () => {
  leave();
  rmSync(scratch, { recursive: true, force: true });
});
// The programs are in groups of their own, which no Ctrl-C reaches.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => process.exit(130));
}

if (values["other-versions"]) await tryOtherVersions(agents);
else if (values.readings) await compareReadings(agents);
else if (values.fixtures) await recordFixtures(agents, chosen);
else if (values.rights) await tryRights();
else if (values.live) await runLiveTests();
else if (!values.install) {
  if (!values.samples) await runAll(agents, chosen);
  if (values.scenario === undefined && !values.stale && only === null) {
    await runSamples(agents);
    await tryRights();
  }
}

function isChosen(name: AgentName): boolean {
  return names.includes(name);
}

/** Sessions of a stranger that ask for rights, and what the receiver does next; `npm test` runs them, too. */
async function tryRights(): Promise<void> {
  await runOrThrow("node", ["--test", "test/agents/rights.test.ts"]);
}

/** One file after the other: all write the same result. */
async function runLiveTests(): Promise<void> {
  if (values.build) await runOrThrow(process.execPath, [join(root, "scripts/build.ts")]);
  process.env[KEEPS_PASSED] = "1";
  const files = ["acp-source", "kept", "opencode-2", "prove", "update"].map(
    (name) => `test/agents/${name}.test.ts`,
  );
  await runOrThrow("node", ["--test", "--test-concurrency=1", ...files]);
}

async function tryOtherVersions(agents: InstalledAgents): Promise<void> {
  if (values.build) await runOrThrow(process.execPath, [join(root, "scripts/build.ts")]);
  const stale = await staleOtherVersions(readOtherVersions());
  console.log(`Of other code than this: ${stale.join(", ") || "none"}`);
  const isWanted = (name: OtherName) => !values.stale || stale.includes(name);
  const run = { folder: join(scratch, "other-versions"), isWanted, report: console.log };
  const result = await runOtherVersions(agents, run);
  if (only === null) writeOtherVersions(result);
  const handed = Object.values(result).flatMap(({ handoffs }) => Object.values(handoffs));
  if (handed.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
}

async function compareReadings(agents: InstalledAgents): Promise<void> {
  const stale = values.stale ? await staleReadings(readReadings()) : null;
  const outcomes = await runReadings(agents, {
    folder: join(scratch, "readings"),
    report: console.log,
    isWanted: (agent, scenario) => stale?.get(agent)?.includes(scenario) ?? stale === null,
  });
  if (only === null) await writeReadings(outcomes);
  const results = [...outcomes.values()].flatMap((row) => [...row.values()]);
  const differences = results.flatMap((one) => ("reason" in one ? [] : one.problems)).length;
  console.log(`${results.length} readings, ${differences} differences`);
  if (differences > 0) process.exitCode = 1;
}

async function recordFixtures(
  agents: InstalledAgents,
  scenarios: readonly ScenarioName[],
): Promise<void> {
  for (const scenario of scenarios) {
    for (const agent of agents.values()) {
      const recording = await recordScenario(agent, scenario, join(scratch, scenario, agent.name));
      if (!("reason" in recording)) writeFixture(recording, scenario);
      console.log(`${scenario}: ${agent.name} recorded`);
    }
  }
}

async function runAll(agents: InstalledAgents, scenarios: readonly ScenarioName[]): Promise<void> {
  const runs = await Promise.all(
    scenarios.map(async (scenario) => {
      const pairs = values.stale ? await stalePairs(scenario, readResult()) : null;
      return { scenario, pairs };
    }),
  );
  const due = runs.filter(({ pairs }) => pairs?.length !== 0);
  if (due.length === 0) return console.log("Every committed result is of this code");
  if (values.build) await runOrThrow(process.execPath, [join(root, "scripts/build.ts")]);
  for (const { scenario, pairs } of due) {
    const folder = join(scratch, scenario);
    const outcome = await runScenario(agents, scenario, {
      folder,
      report: console.log,
      receiversOf: (from) =>
        pairs?.flatMap(([source, to]) => (source === from ? [to] : [])) ?? agentNames,
    });
    if (only === null) await writeResult(scenario, outcome);
    rmSync(folder, { recursive: true, force: true });
    if (failures(outcome) > 0) process.exitCode = 1;
    console.log(`${scenario}: ${failures(outcome)} pairs failed`);
  }
}

/** Real sessions, beside our own recordings; those that are not at hand are named. */
async function runSamples(agents: InstalledAgents): Promise<void> {
  for (const sample of samples) {
    const folder = join(scratch, "samples", sample.title);
    if ((await runSample(agents, sample, { folder, report: console.log })) > 0)
      process.exitCode = 1;
    rmSync(folder, { recursive: true, force: true });
  }
}

function failures(outcome: ScenarioOutcome): number {
  return Object.values(outcome).flatMap((row) =>
    "absent" in row ? [] : Object.values(row).filter(({ problems }) => problems.length > 0),
  ).length;
}
