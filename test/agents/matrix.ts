/** Every scenario handed from every agent to every agent. */

import fs from "node:fs";
import path from "node:path";
import { messageOf } from "../../src/base/errors.ts";
import { type HandedOver, handOver } from "./hand-over.ts";
import type { InstalledAgent, InstalledAgents } from "./install.ts";
import { type AgentName, agentNames, isPairTried, isTriedWith } from "./programs.ts";
import { type Recording, recordScenario } from "./record.ts";
import type { ScenarioName } from "./scenarios/scenarios.ts";

/** What came of a scenario, by source: why it has no such session, or what each receiver got. */
export type ScenarioOutcome = Readonly<
  Partial<
    Record<
      AgentName,
      { readonly absent: string } | Readonly<Partial<Record<AgentName, HandedOver>>>
    >
  >
>;

/** How many programs run at a time: they are as large as the machines that tests run on. */
const AT_ONCE = 2;

/** How a scenario is run. */
interface RunOptions {
  readonly folder: string;
  report(line: string): void;
  /** The agents that a session is handed to; all, unless it says so. */
  receiversOf?(from: AgentName): readonly AgentName[];
}

/** Records a scenario with every agent that is tried with it, then hands each recording to those that it is tried with. */
export async function runScenario(
  agents: InstalledAgents,
  scenario: ScenarioName,
  options: RunOptions,
): Promise<ScenarioOutcome> {
  const outcome: Record<string, { absent: string } | Record<string, HandedOver>> = {};
  const jobs: [Recording, InstalledAgent, string][] = [];
  const tried = [...agents.values()].filter(({ name }) => isTriedWith(name, scenario));
  await inParallel(tried, async (agent) => {
    const names = options.receiversOf?.(agent.name) ?? agentNames;
    const receivers = tried.filter(
      ({ name }) => names.includes(name) && isPairTried(agent.name, name, scenario),
    );
    if (receivers.length === 0) return;
    const folder = path.join(options.folder, agent.name);
    const recording = await recordScenario(agent, scenario, path.join(folder, "source"));
    if ("reason" in recording) {
      outcome[agent.name] = { absent: recording.reason };
      return;
    }
    for (const to of receivers) jobs.push([recording, to, path.join(folder, to.name)]);
  });
  await inParallel(jobs, async ([recording, to, folder]) => {
    const from = recording.machine.agent.name;
    const handed = await attempt(() => handOver(recording, to, folder));
    fs.rmSync(folder, { recursive: true, force: true });
    outcome[from] = { ...outcome[from], [to.name]: handed };
    const verdict = handed.problems.length === 0 ? "ok" : `FAILED\n${handed.problems.join("\n")}`;
    options.report(`${scenario}: ${from} to ${to.name}: ${verdict}`);
  });
  return sorted(outcome);
}

/** A program that fails has lost everything; the other pairs go on. */
async function attempt(work: () => Promise<HandedOver>): Promise<HandedOver> {
  try {
    return await work();
  } catch (error) {
    const message = messageOf(error);
    return { problems: [message.slice(0, 2000)], lost: 0, arrived: 0 };
  }
}

async function inParallel<T>(jobs: readonly T[], work: (job: T) => Promise<void>): Promise<void> {
  const waiting = jobs.values();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const job of waiting) await work(job);
  });
  await Promise.all(workers);
}

function sorted(outcome: Record<string, { absent: string } | Record<string, HandedOver>>) {
  const rows = agentNames.flatMap((from) => {
    const row = outcome[from];
    if (row === undefined || "absent" in row) return row === undefined ? [] : [[from, row]];
    const cells = agentNames.flatMap((to) => (row[to] === undefined ? [] : [[to, row[to]]]));
    return [[from, Object.fromEntries(cells)]];
  });
  return Object.fromEntries(rows);
}
