import { loadAgent } from "../../src/agents/registry.ts";
import { type AgentName, agentNames, programs } from "../../test/agents/programs.ts";
import { type ReadingResult, readReadings } from "../../test/agents/readings/result.ts";
import { type ReadingScenario, readingScenarios } from "../../test/agents/readings/scenarios.ts";
import { sessions } from "../../test/agents/readings/sessions/sessions.ts";
import { page, table } from "./markdown.ts";

/** Which readings were compared with the real programs, and how they came out. */
export async function readingsPage(): Promise<string> {
  const results = readReadings();
  const titles = await Promise.all(
    agentNames.map(async (name) => (await loadAgent(name)).displayName),
  );
  const names = Object.keys(readingScenarios) as ReadingScenario[];
  return page(
    "test/agents/readings/result.json",
    "# Readings compared with the agents themselves",
    `Each cell is a session that the real program made with a scripted model. The program then continued it, and its request
was compared with what \`holdall\` reads from the session: every text of the user, every answer, call and result, and every
text that the program adds must be in the reading or on its report of losses, in order; the reading must not contain
anything as current that the program does not send. Records of a kind that no rule names count as a difference.`,
    table(
      ["session", ...agentNames.map((name, at) => `${titles[at]} ${programs[name].version}`)],
      names.map((scenario) => [
        `**${scenario}**: ${readingScenarios[scenario]}`,
        ...agentNames.map((agent) => cellOf(agent, scenario, results[agent]?.[scenario])),
      ]),
    ),
    "A number is the number of items that the program sent.",
    "## Sessions that were not made",
    names
      .flatMap((scenario) =>
        agentNames.flatMap((agent, at) => {
          const session = sessions[agent][scenario];
          return "reason" in session ? [`- ${titles[at]}, ${scenario}: ${session.reason}.`] : [];
        }),
      )
      .join("\n"),
    "Run it yourself: `npm run test:agents -- --readings`.",
  );
}

function cellOf(
  agent: AgentName,
  scenario: ReadingScenario,
  result: ReadingResult | undefined,
): string {
  if ("reason" in sessions[agent][scenario]) return "none";
  if (result === undefined) return "not run";
  const { problems, sent } = result;
  return problems.length === 0 ? `same (${sent})` : `**differs** (${problems.length})`;
}
