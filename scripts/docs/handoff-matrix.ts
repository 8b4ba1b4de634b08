import { oldestScenarios, oldestWays, readOldest } from "../../test/agents/oldest.ts";
import { type AgentName, agentNames, isTriedWith, programs } from "../../test/agents/programs.ts";
import { pairsOf, readResult, type ScenarioResult } from "../../test/agents/result.ts";
import { isPlan } from "../../test/agents/scenarios/scenario.ts";
import {
  type ScenarioName,
  scenarioNames,
  scenarios,
} from "../../test/agents/scenarios/scenarios.ts";
import { code, page, table } from "./markdown.ts";

/** What the last full run with the real programs showed. */
export function handoffMatrixPage(): string {
  const result = readResult();
  return page(
    "test/agents/result.json",
    "# Handoffs between the real programs",
    `Every agent's session, recorded with the real program, is handed to every agent and continued there by the real
program. What that program then sends to its model must hold every message, tool call with its arguments and tool
result of the source, in order; what does not must be on the loss report. The model is a script on this machine
(\`test/agents/\`), so the run costs nothing and needs no account.`,
    table(
      ["agent", "package", "version"],
      agentNames.map((name) => [name, code(programs[name].npmPackage), versionOf(name)]),
    ),
    "A row is a kind of session, a column the agent it comes from; a cell says for how many of the receivers all of it arrived.",
    table(
      ["session", ...agentNames, "run on"],
      scenarioNames.map((name) => [
        `${name}: ${scenarios[name].title}`,
        ...agentNames.map((from) => cellOf(from, name, result[name]?.[from])),
        datesOf(result[name] ?? {}),
      ]),
    ),
    `Every agent gets a plain session from every agent. Other kinds go between the agents that \`task run\` starts, and
between each of the rest and Claude Code, Codex and itself: all that is read becomes the same transcript, from which all
is written. Kilo Code is tried with two kinds only: it is made from opencode, and read and written by the same code.`,
    ...absences(),
    "## The oldest versions",
    `The oldest version that is promised of an agent, where that is not the tested one, records a session, which goes to
itself and to the tested Claude Code, and gets one from that; with Claude Code, the other is Codex. All other agents are
promised in the tested version only. A session of today's Claude Code with several calls in one answer is not resumed
whole by Claude Code 1.0 (tried with 1.0.24 to 1.0.128): its own file is copied as it is.`,
    table(
      [
        "agent",
        "oldest version",
        ...oldestScenarios.flatMap((name) => oldestWays.map((way) => `${name} ${way}`)),
        "run on",
      ],
      oldestRows(),
    ),
    "Run it yourself: `npm run test:agents`, with `-- --oldest` for the oldest versions. It fetches the programs (about 1 GB) into a cache folder of yours.",
  );
}

function oldestRows(): readonly (readonly string[])[] {
  const result = readOldest();
  return agentNames.flatMap((name) => {
    const outcome = result[name];
    if (outcome === undefined) return [];
    const cells = oldestScenarios.flatMap((scenario) =>
      oldestWays.map((way) => {
        const handed = outcome.handoffs[`${scenario} ${way}`];
        if (handed === undefined) return "not tried";
        return handed.problems.length === 0 ? `all ${handed.arrived}` : "not all";
      }),
    );
    return [[name, outcome.version, ...cells, `${outcome.date}, ${outcome.platform}`]];
  });
}

function versionOf(name: AgentName): string {
  const { version, packageVersion } = programs[name];
  return packageVersion === undefined ? version : `${version} (package ${packageVersion})`;
}

function cellOf(
  from: AgentName,
  scenario: ScenarioName,
  row: ScenarioResult[AgentName] = {},
): string {
  if (!isTriedWith(from, scenario)) return "not tried";
  if (!isPlan(scenarios[scenario].plan(from))) return "none";
  const cells = Object.values(row);
  const complete = cells.filter(({ problems }) => problems.length === 0).length;
  const lost = cells.reduce((sum, cell) => sum + cell.lost, 0);
  const receivers = pairsOf(scenario).filter(([source]) => source === from).length;
  return `${complete} of ${receivers}${lost > 0 ? ` (${lost} on the loss report)` : ""}`;
}

/** When and where the handoffs of a row were run: the first day, and the last if it is another. */
function datesOf(rows: ScenarioResult): string {
  const runs = Object.values(rows).flatMap((row) => Object.values(row));
  const dates = runs.map(({ date }) => date).sort();
  const [first = "not yet"] = dates;
  const last = dates.at(-1) ?? first;
  const platforms = [...new Set(runs.map(({ platform }) => platform))].sort();
  return [first === last ? first : `${first} to ${last}`, ...platforms].join(", ");
}

function absences(): readonly string[] {
  const lines = scenarioNames.flatMap((name) =>
    agentNames.flatMap((from) => {
      const plan = scenarios[name].plan(from);
      return isPlan(plan) || !isTriedWith(from, name) ? [] : [`- ${name}: ${plan.reason}`];
    }),
  );
  return lines.length === 0 ? [] : [`No such session:\n\n${lines.join("\n")}`];
}
