/** The page that shows which readings were compared with the real programs, and how they came out. */
import fs from "node:fs";
import path from "node:path";
import { type AgentName, agentNames } from "../programs.ts";
import { problemsOf, type ReadingOutcome } from "./run.ts";
import { type ReadingScenario, readingScenarios } from "./scenarios.ts";

/** All outcomes of one run. */
export type ReadingResults = ReadonlyMap<AgentName, ReadonlyMap<ReadingScenario, ReadingOutcome>>;

const PAGE = path.join(import.meta.dirname, "../../../docs/readings.md");

const names: Readonly<Record<AgentName, string>> = {
  claude: "Claude Code",
  codex: "Codex CLI",
  gemini: "Gemini CLI",
  opencode: "opencode",
  pi: "pi",
  kilo: "Kilo Code",
  copilot: "Copilot CLI",
  qwen: "Qwen Code",
};

/** Writes the page. */
export function writePage(results: ReadingResults, versions: ReadonlyMap<AgentName, string>): void {
  fs.writeFileSync(PAGE, renderPage(results, versions));
}

function renderPage(results: ReadingResults, versions: ReadonlyMap<AgentName, string>): string {
  const agents = agentNames.filter((name) => results.has(name));
  const head = agents.map((name) => `${names[name]} ${versions.get(name) ?? ""}`.trim());
  const reasons: string[] = [];
  const rows = Object.entries(readingScenarios).map(([scenario, title]) => {
    const cells = agents.map((agent) => {
      const outcome = results.get(agent)?.get(scenario as ReadingScenario);
      if (outcome === undefined) return "not run";
      if ("reason" in outcome) reasons.push(`- ${names[agent]}, ${scenario}: ${outcome.reason}.`);
      return cellOf(outcome);
    });
    return `| **${scenario}**: ${title} | ${cells.join(" | ")} |`;
  });
  return [
    "# Readings compared with the agents themselves",
    "",
    "Written by `npm run test:agents -- --readings`; do not edit. Each cell is a session that the real program made with a scripted",
    "model. The program then continued it, and its request was compared with what `holdall` reads from the session: every text of the",
    "user, every answer, call and result, and every text that the program adds must be in the reading or on its report of losses, in",
    "order; the reading must not contain anything as current that the program does not send. Records of a kind that no rule names",
    "fail the run.",
    "",
    `| session | ${head.join(" | ")} |`,
    `|---|${agents.map(() => "---").join("|")}|`,
    ...rows,
    "",
    "A number is the number of items that the program sent.",
    "",
    "## Sessions that were not made",
    "",
    ...reasons,
    "",
  ].join("\n");
}

function cellOf(outcome: ReadingOutcome): string {
  if ("reason" in outcome) return "none";
  const problems = problemsOf(outcome);
  return problems.length === 0 ? `same (${outcome.sent})` : `**differs** (${problems.length})`;
}
