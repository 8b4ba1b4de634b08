/**
 * Handoffs with other versions of agents than the matrix has: the oldest that are promised, and OpenCode 2. Each goes to
 * itself, and to and from another agent.
 */

import fs from "node:fs";
import path from "node:path";
import { messageOf } from "../../src/base/errors.ts";
import { namesOf } from "../../src/base/registry.ts";
import { type HandedOver, handOver } from "./hand-over.ts";
import {
  type InstalledAgent,
  type InstalledAgents,
  type InstalledProgram,
  installPrograms,
} from "./install.ts";
import { type AgentName, type OtherName, otherVersions } from "./programs.ts";
import { type Recording, recordScenario } from "./record.ts";
import { handoffCode } from "./result.ts";
import type { ScenarioName } from "./scenarios/scenarios.ts";

/** Who hands over to whom: the version to itself or to the matrix's version of another agent, or that to the version. */
export const otherWays = ["to itself", "to another", "from another"] as const;

/** The other agent: a session that stays with its agent is copied, which would not try the writer for a version. */
export function partnerOf(name: OtherName): AgentName {
  return otherVersions[name].agent === "claude" ? "codex" : "claude";
}

/** One handoff of a version, by its kind of session and way. */
type OtherHandoff = `${ScenarioName} ${(typeof otherWays)[number]}`;

/** What came of the handoffs of one version. */
interface OtherOutcome {
  /** Hash of the code that they were run with. */
  readonly code: string;
  readonly version: string;
  readonly date: string;
  readonly platform: string;
  readonly handoffs: Readonly<Partial<Record<OtherHandoff, HandedOver>>>;
}

/** All that were run, by version. */
export type OtherResult = Readonly<Partial<Record<OtherName, OtherOutcome>>>;

const FILE = path.join(import.meta.dirname, "other-versions.json");

/** The result as it is committed. */
export function readOtherVersions(): OtherResult {
  // Written below in this form.
  return JSON.parse(fs.readFileSync(FILE, "utf8")) as OtherResult;
}

/** Puts what was run beside the rest of the committed result. */
export function writeOtherVersions(result: OtherResult): void {
  fs.writeFileSync(FILE, `${JSON.stringify({ ...readOtherVersions(), ...result }, null, 1)}\n`);
}

/** The versions whose committed handoffs were with other code or another version, are not all there, or failed. */
export async function staleOtherVersions(result: OtherResult): Promise<readonly OtherName[]> {
  const stale: OtherName[] = [];
  for (const name of namesOf(otherVersions)) {
    const { version, scenarios } = otherVersions[name];
    const run = result[name];
    const isComplete = scenarios.every((scenario) =>
      otherWays.every((way) => run?.handoffs[`${scenario} ${way}`]?.problems.length === 0),
    );
    if (!isComplete || run?.version !== version || run.code !== (await codeOf(name))) {
      stale.push(name);
    }
  }
  return stale;
}

function codeOf(name: OtherName): Promise<string> {
  const agents = [otherVersions[name].agent, partnerOf(name)];
  return handoffCode("test/agents/other-versions.ts", agents);
}

/** What a run needs to know. */
interface OtherRun {
  readonly folder: string;
  isWanted(name: OtherName): boolean;
  report(line: string): void;
}

/** Installs other versions, and hands their sessions over. */
export async function runOtherVersions(
  agents: InstalledAgents,
  run: OtherRun,
): Promise<OtherResult> {
  const names = namesOf(otherVersions).filter(
    (name) => agents.has(otherVersions[name].agent) && run.isWanted(name),
  );
  const installed = await installPrograms(otherVersions, names);
  const result: Partial<Record<OtherName, OtherOutcome>> = {};
  for (const program of installed.values()) {
    const { name, version } = program;
    // All that are installed come back.
    if (!names.includes(name)) continue;
    const partner = agents.get(partnerOf(name));
    if (partner === undefined) {
      throw new Error(`Cannot run ${name}: ${partnerOf(name)} is not installed`);
    }
    const folder = path.join(run.folder, name);
    const other = underOwnName(program, folder);
    result[name] = {
      code: await codeOf(name),
      version,
      date: new Date().toISOString().slice(0, 10),
      platform: `${process.platform}-${process.arch}`,
      handoffs: await handoffsOf(other, partner, {
        folder,
        scenarios: otherVersions[name].scenarios,
        report: run.report,
      }),
    };
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return result;
}

/** The program under its agent's own name, by which a handoff finds it, in a folder below another. */
export function underOwnName(
  { name, version, command }: InstalledProgram<OtherName>,
  folder: string,
): InstalledAgent {
  const { agent, driver = agent } = otherVersions[name];
  const named = path.join(folder, "bin", agent);
  fs.mkdirSync(path.dirname(named), { recursive: true });
  // An early Claude Code asks its model through a proxy, too, and asks nobody else as it is configured here.
  const first = agent === "claude" ? "unset HTTP_PROXY HTTPS_PROXY http_proxy https_proxy\n" : "";
  fs.writeFileSync(named, `#!/bin/sh\n${first}exec '${command}' "$@"\n`, { mode: 0o755 });
  return { name: agent, driver, version, command: named };
}

/** Where the handoffs of a version are run, and with which kinds of sessions. */
interface OtherPlan {
  readonly folder: string;
  readonly scenarios: readonly ScenarioName[];
  report(line: string): void;
}

async function handoffsOf(
  other: InstalledAgent,
  partner: InstalledAgent,
  { folder, scenarios, report }: OtherPlan,
): Promise<OtherOutcome["handoffs"]> {
  const handoffs: Partial<Record<OtherHandoff, HandedOver>> = {};
  for (const scenario of scenarios) {
    const place = (name: string) => path.join(folder, scenario, name);
    const [ofOther, ofPartner] = await Promise.allSettled([
      record(other, scenario, place("other")),
      record(partner, scenario, place("partner")),
    ]);
    const ways = [
      ["to itself", ofOther, other],
      ["to another", ofOther, partner],
      ["from another", ofPartner, other],
    ] as const;
    for (const [way, recorded, to] of ways) {
      const handed = await tryHandoff(recorded, to, place(way));
      handoffs[`${scenario} ${way}`] = handed;
      const verdict = handed.problems.length === 0 ? "ok" : `FAILED\n${handed.problems.join("\n")}`;
      report(`${scenario}: ${other.name} ${other.version} ${way}: ${verdict}`);
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
    const message = messageOf(error);
    return { problems: [message.slice(0, 2000)], lost: 0, arrived: 0 };
  }
}
