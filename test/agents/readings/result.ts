/** The committed result of the comparisons of readings, and which of them are of the code that is here. */
import fs from "node:fs";
import path from "node:path";
import { codeHash, importsOf } from "../code-hash.ts";
import { type AgentName, agentNames, programs } from "../programs.ts";
import type { ReadingOutcomes } from "./run.ts";
import { type ReadingScenario, readingScenarios } from "./scenarios.ts";
import { sessions } from "./sessions/sessions.ts";

/** One comparison as it is committed. */
export interface ReadingResult {
  /** Hash of the code it was run with. */
  readonly code: string;
  readonly date: string;
  /** Version of the program. */
  readonly version: string;
  readonly sent: number;
  readonly problems: readonly string[];
}

/** All comparisons that were run, by agent. */
export type ReadingResults = Readonly<
  Partial<Record<AgentName, Readonly<Partial<Record<ReadingScenario, ReadingResult>>>>>
>;

const FILE = path.join(import.meta.dirname, "result.json");
/** Whose code a reading depends on, of all that the comparison imports. */
const CONCERNED = ["src/agents/", "src/handoff/", "src/model/", "src/transcripts/", "test/agents/"];

/** The result as it is committed. */
export function readReadings(): ReadingResults {
  // Written below in this form.
  return fs.existsSync(FILE) ? (JSON.parse(fs.readFileSync(FILE, "utf8")) as ReadingResults) : {};
}

/** The kinds of sessions that an agent has. */
export function readingsOf(agent: AgentName): readonly ReadingScenario[] {
  const names = Object.keys(readingScenarios) as ReadingScenario[];
  return names.filter((scenario) => typeof sessions[agent][scenario] === "function");
}

/** The readings of each agent that were compared with other code or another program, that differed, or that have none. */
export async function staleReadings(
  result: ReadingResults,
): Promise<ReadonlyMap<AgentName, readonly ReadingScenario[]>> {
  const stale = new Map<AgentName, readonly ReadingScenario[]>();
  for (const agent of agentNames) {
    const code = await readingCode(agent);
    const isStale = (scenario: ReadingScenario) => {
      const run = result[agent]?.[scenario];
      const isCurrent = run?.code === code && run.version === programs[agent].version;
      return !isCurrent || run.problems.length > 0;
    };
    stale.set(agent, readingsOf(agent).filter(isStale));
  }
  return stale;
}

/** Puts what was compared beside the rest; a kind of session that an agent no longer has is left out. */
export async function writeReadings(outcomes: ReadingOutcomes): Promise<void> {
  const before = readReadings();
  const date = new Date().toISOString().slice(0, 10);
  const rows: string[] = [];
  for (const agent of agentNames) {
    const code = await readingCode(agent);
    const { version } = programs[agent];
    const cells = readingsOf(agent).flatMap((scenario) => {
      const outcome = outcomes.get(agent)?.get(scenario);
      const isRun = outcome !== undefined && !("reason" in outcome);
      const result = isRun ? { code, date, version, ...outcome } : before[agent]?.[scenario];
      return result === undefined ? [] : [`  "${scenario}": ${JSON.stringify(result)}`];
    });
    if (cells.length > 0) rows.push(` "${agent}": {\n${cells.join(",\n")}\n }`);
  }
  fs.writeFileSync(FILE, `{\n${rows.join(",\n")}\n}\n`);
}

let concerned: readonly string[] | null = null;

async function readingCode(agent: AgentName): Promise<string> {
  concerned ??= await importsOf("test/agents/readings/run.ts", CONCERNED);
  return codeHash(concerned, [agent]);
}
