import type { ScenarioOutcome } from "../../test/agents/matrix.ts";
import {
  type AgentName,
  agentNames,
  isPairTried,
  isTriedWith,
  programs,
} from "../../test/agents/programs.ts";
import { type MatrixResult, readResult } from "../../test/agents/result.ts";
import { scenarioNames, scenarios } from "../../test/agents/scenarios/scenarios.ts";
import { code, page, table } from "./markdown.ts";

type Row = ScenarioOutcome[(typeof agentNames)[number]];

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
      agentNames.map((name) => [name, code(programs[name].npmPackage), programs[name].version]),
    ),
    "A row is a kind of session, a column the agent it comes from; a cell says for how many of the receivers all of it arrived.",
    table(
      ["session", ...agentNames, "run on"],
      scenarioNames.map((name) => [
        `${name}: ${scenarios[name].title}`,
        ...agentNames.map((from) =>
          isTriedWith(from, name) ? cellOf([from, name], result[name]?.outcome[from]) : "not tried",
        ),
        result[name] === undefined ? "not yet" : `${result[name].date}, ${result[name].platform}`,
      ]),
    ),
    `Every agent gets a plain session from every agent. Other kinds go between the agents that \`task run\` starts, and
between each of the rest and Claude Code, Codex and itself: all that is read becomes the same transcript, from which all
is written. Kilo Code is tried with two kinds only: it is made from opencode, and read and written by the same code.`,
    ...absences(result),
    "Run it yourself: `npm run test:agents`. It fetches the programs (about 1 GB) into a cache folder of yours.",
  );
}

function cellOf([from, scenario]: readonly [AgentName, string], row: Row): string {
  if (row === undefined) return "";
  if ("absent" in row) return "none";
  const cells = Object.values(row);
  const complete = cells.filter(({ problems }) => problems.length === 0).length;
  const lost = cells.reduce((sum, cell) => sum + cell.lost, 0);
  const receivers = agentNames.filter((to) => isPairTried(from, to, scenario)).length;
  return `${complete} of ${receivers}${lost > 0 ? ` (${lost} on the loss report)` : ""}`;
}

function absences(result: MatrixResult): readonly string[] {
  const lines = scenarioNames.flatMap((name) =>
    agentNames.flatMap((from) => {
      const row = result[name]?.outcome[from];
      return row !== undefined && "absent" in row ? [`- ${name}: ${row.absent}`] : [];
    }),
  );
  return lines.length === 0 ? [] : [`No such session:\n\n${lines.join("\n")}`];
}
