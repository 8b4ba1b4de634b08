/** The committed result of the handoffs between the real programs, and which of them are of the code that is here. */
import fs from "node:fs";
import path from "node:path";
import { codeHash, filesIn, importsOf } from "./code-hash.ts";
import type { HandedOver } from "./hand-over.ts";
import type { ScenarioOutcome } from "./matrix.ts";
import { type AgentName, agentNames, isPairTried, isTriedWith, programs } from "./programs.ts";
import { isPlan } from "./scenarios/scenario.ts";
import { type ScenarioName, scenarioNames, scenarios } from "./scenarios/scenarios.ts";

/** One handoff as it is committed. */
export interface PairResult extends HandedOver {
  /** Hash of the code it was run with. */
  readonly code: string;
  readonly date: string;
  readonly platform: string;
  /** Versions of the two programs. */
  readonly versions: readonly [from: string, to: string];
}

/** The handoffs of one scenario, by source and receiver. */
export type ScenarioResult = Readonly<
  Partial<Record<AgentName, Readonly<Partial<Record<AgentName, PairResult>>>>>
>;

/** All scenarios that were run. */
export type MatrixResult = Readonly<Partial<Record<ScenarioName, ScenarioResult>>>;

const FILE = path.join(import.meta.dirname, "result.json");

/** What a handoff is made of, beside the code that runs it here: a change asks for another run. */
const CONCERNED = [
  "src/agents",
  "src/handoff",
  "src/redact",
  "src/transcripts",
  "src/model/transcript.ts",
  "src/disk/undo-log.ts",
  "src/disk/place-text.ts",
  "src/sessions/agent-sessions.ts",
  "src/sessions/changed-since.ts",
  "src/sessions/source.ts",
  "src/operations/handoff/handoff.ts",
];

/** The result as it is committed. */
export function readResult(): MatrixResult {
  // Written below in this form.
  return fs.existsSync(FILE) ? (JSON.parse(fs.readFileSync(FILE, "utf8")) as MatrixResult) : {};
}

/** Puts the handoffs that were tried beside the others of their scenario; a pair that is no longer tried is left out. */
export async function writeResult(scenario: ScenarioName, outcome: ScenarioOutcome): Promise<void> {
  const before = readResult();
  const platform = `${process.platform}-${process.arch}`;
  const date = new Date().toISOString().slice(0, 10);
  const rows: Record<string, Record<string, PairResult>> = {};
  for (const [from, to] of pairsOf(scenario)) {
    const row = outcome[from];
    const handed = row === undefined || "absent" in row ? undefined : row[to];
    const versions = [programs[from].version, programs[to].version] as const;
    const code = await pairCode(from, to);
    const result =
      handed === undefined
        ? before[scenario]?.[from]?.[to]
        : { code, date, platform, versions, ...handed };
    if (result !== undefined) rows[from] = { ...rows[from], [to]: result };
  }
  fs.writeFileSync(FILE, render({ ...before, [scenario]: rows }));
}

/** The pairs of agents between which a session of this kind is handed over. */
export function pairsOf(scenario: ScenarioName): readonly (readonly [AgentName, AgentName])[] {
  const tried = agentNames.filter((name) => isTriedWith(name, scenario));
  return tried
    .filter((from) => isPlan(scenarios[scenario].plan(from)))
    .flatMap((from) =>
      tried.filter((to) => isPairTried(from, to, scenario)).map((to) => [from, to] as const),
    );
}

/** The pairs of a scenario whose committed run was with other code or other programs, failed, or is missing. */
export async function stalePairs(
  scenario: ScenarioName,
  result: MatrixResult,
): Promise<readonly (readonly [AgentName, AgentName])[]> {
  const stale: (readonly [AgentName, AgentName])[] = [];
  for (const [from, to] of pairsOf(scenario)) {
    const run = result[scenario]?.[from]?.[to];
    const isCurrent =
      run?.code === (await pairCode(from, to)) &&
      run.problems.length === 0 &&
      run.versions[0] === programs[from].version &&
      run.versions[1] === programs[to].version;
    if (!isCurrent) stale.push([from, to]);
  }
  return stale;
}

const pairCode = (from: AgentName, to: AgentName) =>
  handoffCode("test/agents/matrix.ts", [from, to]);

const concerned = new Map<string, readonly string[]>();

/** Hash of the code that a handoff between some agents is made of, with that of the file by which it is run, and of other places. */
export async function handoffCode(
  entry: string,
  agents: readonly AgentName[],
  others: readonly string[] = [],
): Promise<string> {
  const places = [...CONCERNED, ...others];
  const files =
    concerned.get(entry) ?? filesIn([...places, ...(await importsOf(entry, ["test/"]))]);
  concerned.set(entry, files);
  return codeHash(files, agents);
}

/** One line for each handoff, so that a change shows which of them were run again. */
function render(result: MatrixResult): string {
  const scenarioTexts = scenarioNames.flatMap((name) => {
    const rows = result[name];
    if (rows === undefined) return [];
    const rowTexts = Object.entries(rows).map(([from, row]) => {
      const cells = Object.entries(row).map(([to, pair]) => `   "${to}": ${JSON.stringify(pair)}`);
      return `  "${from}": {\n${cells.join(",\n")}\n  }`;
    });
    return [` "${name}": {\n${rowTexts.join(",\n")}\n }`];
  });
  return `{\n${scenarioTexts.join(",\n")}\n}\n`;
}
