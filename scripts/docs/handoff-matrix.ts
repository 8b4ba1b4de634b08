import { namesOf } from "../../src/base/registry.ts";
import { otherWays, partnerOf, readOtherVersions } from "../../test/agents/other-versions.ts";
import {
  type AgentName,
  agentNames,
  isTriedWith,
  otherVersions,
  programs,
} from "../../test/agents/programs.ts";
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
    "## Other versions",
    `OpenCode 2 keeps its sessions in tables of its own. It and the oldest version that is promised of an agent, where that
is not the tested one, record sessions, which go to themselves and to the tested version of another agent, and get one from
that. All other agents are promised in the tested version only. A session of today's Claude Code with several calls in one
answer is not resumed whole by Claude Code 1.0 (tried with 1.0.24 to 1.0.128): its own file is copied as it is.`,
    table(["agent", "version", "session", "other agent", ...otherWays, "run on"], otherRows()),
    "## Sessions that nobody wrote for these tests",
    `No sessions that others recorded with Kilo Code, Goose or Grok Build are public. On 2026-11-19 the real programs replayed
public sessions of other agents instead: eleven in Goose, eleven in Grok Build and ten in Kilo Code. Prompts, the words of the
model and its calls are the real ones, with the tools of the new program, which ran them in a copy of the session's own
repository. Several processes continued each session. Among them are pictures, compactions, an error of the provider,
calls of tools that do not exist, and turns that a signal ended. The 32 sessions went to their own agent and to two or more
others, which continued them: 97 handoffs with 1347 messages and 2248 calls. An independent comparison of the requests found
every message, call and result, or its loss on the report, with one exception: Goose put a number before the
text of an error that it imported (28 results from Goose to itself). Holdall now writes such a result so that Goose keeps
its text. The sessions contain the work of other people and are not in the repository.`,
    "Run it yourself: `npm run test:agents`, with `-- --other-versions` for the other versions. It fetches the programs (about 1 GB) into a cache folder of yours.",
  );
}

function otherRows(): readonly (readonly string[])[] {
  const result = readOtherVersions();
  return namesOf(otherVersions).flatMap((name) => {
    const { agent, version, scenarios } = otherVersions[name];
    const { date = "not yet", platform = "", handoffs = {} } = result[name] ?? {};
    return scenarios.map((scenario) => {
      const cells = otherWays.map((way) => {
        const handed = handoffs[`${scenario} ${way}`];
        if (handed === undefined) return "not tried";
        if (handed.problems.length > 0) return "not all";
        const lost = handed.lost > 0 ? ` (${handed.lost} on the loss report)` : "";
        return `all ${handed.arrived}${lost}`;
      });
      return [agent, version, scenario, partnerOf(name), ...cells, `${date}, ${platform}`];
    });
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
