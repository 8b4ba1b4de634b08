/** Handoffs with the oldest version of each agent that is promised: to itself, and to and from another agent. */
import fs from "node:fs";
import path from "node:path";
import { namesOf } from "../../src/base/registry.ts";
import { type HandedOver, handOver } from "./hand-over.ts";
import { type InstalledAgent, type InstalledAgents, installPrograms } from "./install.ts";
import { type AgentName, oldestPrograms } from "./programs.ts";
import { type Recording, recordScenario } from "./record.ts";
import { handoffCode } from "./result.ts";
import type { ScenarioName } from "./scenarios/scenarios.ts";

/** The kinds of sessions that they are tried with. */
export const oldestScenarios = ["plain", "parallel"] as const satisfies readonly ScenarioName[];

/** Who hands over to whom: the old program to itself or to today's version of another, or that to the old program. */
export const oldestWays = ["to itself", "to another", "from another"] as const;

/** The other agent: a session that stays with its agent is copied, which would not try the writer for an old version. */
function partnerOf(agent: AgentName): AgentName {
  return agent === "claude" ? "codex" : "claude";
}

/** One handoff of an old program, by its kind of session and way. */
export type OldestHandoff = `${(typeof oldestScenarios)[number]} ${(typeof oldestWays)[number]}`;

/** What came of the handoffs of one agent's oldest version. */
export interface OldestOutcome {
  /** Hash of the code that they were run with. */
  readonly code: string;
  readonly version: string;
  readonly date: string;
  readonly platform: string;
  readonly handoffs: Readonly<Partial<Record<OldestHandoff, HandedOver>>>;
}

/** All that were run, by agent. */
export type OldestResult = Readonly<Partial<Record<AgentName, OldestOutcome>>>;

const FILE = path.join(import.meta.dirname, "oldest.json");

/** The result as it is committed. */
export function readOldest(): OldestResult {
  // Written below in this form.
  return JSON.parse(fs.readFileSync(FILE, "utf8")) as OldestResult;
}

/** Puts what was run beside the rest of the committed result. */
export function writeOldest(result: OldestResult): void {
  fs.writeFileSync(FILE, `${JSON.stringify({ ...readOldest(), ...result }, null, 1)}\n`);
}

/** The agents whose committed handoffs were with other code or another version, or of which one failed. */
export async function staleOldest(result: OldestResult): Promise<readonly AgentName[]> {
  const stale: AgentName[] = [];
  for (const name of namesOf(oldestPrograms)) {
    const agent = agentOf(name);
    const run = result[agent];
    const isCurrent =
      run?.code === (await oldestCode(agent)) &&
      run.version === oldestPrograms[name].version &&
      Object.values(run.handoffs).every(({ problems }) => problems.length === 0);
    if (!isCurrent) stale.push(agent);
  }
  return stale;
}

function oldestCode(agent: AgentName): Promise<string> {
  return handoffCode("test/agents/oldest.ts", [agent, partnerOf(agent)]);
}

/** What a run needs to know. */
interface OldestRun {
  readonly folder: string;
  isWanted(agent: AgentName): boolean;
  report(line: string): void;
}

/** Installs the oldest versions of some agents, and hands their sessions over. */
export async function runOldest(agents: InstalledAgents, run: OldestRun): Promise<OldestResult> {
  const names = namesOf(oldestPrograms).filter(
    (name) => agents.has(agentOf(name)) && run.isWanted(agentOf(name)),
  );
  const installed = await installPrograms(oldestPrograms, names);
  const result: Record<string, OldestOutcome> = {};
  for (const { name, version, command } of installed.values()) {
    // All that are installed come back.
    if (!names.includes(name)) continue;
    const agent = agentOf(name);
    const partner = partnerOf(agent);
    const now = agents.get(partner);
    if (now === undefined) throw new Error(`Cannot run ${name}: ${partner} is not installed`);
    const folder = path.join(run.folder, agent);
    const old = { name: agent, version, command: commandFor(agent, command, folder) };
    result[agent] = {
      code: await oldestCode(agent),
      version,
      date: new Date().toISOString().slice(0, 10),
      platform: `${process.platform}-${process.arch}`,
      handoffs: await handoffsOf(old, now, { ...run, folder }),
    };
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

function agentOf(name: keyof typeof oldestPrograms): AgentName {
  // The names of the table are made of those of agents.
  return name.slice("oldest-".length) as AgentName;
}

/** The command under the agent's own name, by which a handoff finds it. */
function commandFor(agent: AgentName, command: string, folder: string): string {
  const named = path.join(folder, "bin", agent);
  fs.mkdirSync(path.dirname(named), { recursive: true });
  // An early Claude Code asks its model through a proxy, too, and asks nobody else as it is configured here.
  const first = agent === "claude" ? "unset HTTP_PROXY HTTPS_PROXY http_proxy https_proxy\n" : "";
  fs.writeFileSync(named, `#!/bin/sh\n${first}exec '${command}' "$@"\n`, { mode: 0o755 });
  return named;
}

async function handoffsOf(
  old: InstalledAgent,
  now: InstalledAgent,
  { folder, report }: OldestRun,
): Promise<OldestOutcome["handoffs"]> {
  const handoffs: Partial<Record<OldestHandoff, HandedOver>> = {};
  for (const scenario of oldestScenarios) {
    const place = (name: string) => path.join(folder, scenario, name);
    const [ofOld, ofNow] = await Promise.allSettled([
      record(old, scenario, place("old")),
      record(now, scenario, place("now")),
    ]);
    const ways = [
      ["to itself", ofOld, old],
      ["to another", ofOld, now],
      ["from another", ofNow, old],
    ] as const;
    for (const [way, recorded, to] of ways) {
      const handed = await tryHandoff(recorded, to, place(way));
      handoffs[`${scenario} ${way}`] = handed;
      const verdict = handed.problems.length === 0 ? "ok" : `FAILED\n${handed.problems.join("\n")}`;
      report(`${scenario}: ${old.name} ${old.version} ${way}: ${verdict}`);
    }
  }
  return handoffs;
}

async function record(
  agent: InstalledAgent,
  scenario: ScenarioName,
  folder: string,
): Promise<Recording> {
  const recording = await recordScenario(agent, scenario, folder);
  if ("reason" in recording) throw new Error(recording.reason);
  return { ...recording, expected: withoutRepeats(recording.expected) };
}

/** An early Claude Code sends a call twice in the turn in which it was made, and once when the session is continued. */
function withoutRepeats(expected: Recording["expected"]): Recording["expected"] {
  const seen = new Set<string>();
  return expected.filter((item) => {
    const text = JSON.stringify(item);
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

/** A program that fails has lost everything; the others go on. */
async function tryHandoff(
  recording: PromiseSettledResult<Recording>,
  to: InstalledAgent,
  folder: string,
): Promise<HandedOver> {
  try {
    if (recording.status === "rejected") throw recording.reason;
    return await handOver(recording.value, to, folder);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problems: [message.slice(0, 2000)], lost: 0, arrived: 0 };
  }
}
