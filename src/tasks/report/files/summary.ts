import { formatCount } from "../../../base/text/format-count.ts";
import { verdictOnTasksLikeThese, verdictOnTheseTasks } from "../../../model/difference-verdict.ts";
import { extraColumns, formatPoints, formatRate, formatUsd, formatWho } from "../format-values.ts";
import type { Gate, GateCheck } from "../gate/gate.ts";
import type { TaskReport } from "../report.ts";
import { inertLine } from "./inert-line.ts";
import { markdownTable } from "./markdown-table.ts";

const MAX_LISTED = 10;

/** What a summary needs beside the report. */
export interface SummaryOptions {
  readonly gate: Gate | null;
  /** The address of a run for a link, relative to where the summary is. */
  readonly linkTo: (bundleDir: string) => string;
}

/** A report for a pull request: the verdict, one table, what got worse. */
export function reportSummary(report: TaskReport, { gate, linkTo }: SummaryOptions): string {
  const sections = [
    [`### ${headingOf(report, gate)}`],
    gateLines(gate),
    leaderboardLines(report),
    differenceLines(report),
    worseLines(gate, linkTo),
    missingLines(report, linkTo),
  ];
  return `${sections
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function headingOf({ bundleCount, tasks }: TaskReport, gate: Gate | null): string {
  const size = `${formatCount(bundleCount, "run")} of ${formatCount(tasks.length, "task")}`;
  if (gate === null) return `Agents: ${size}`;
  return `${gate.passed ? "✅ Agents passed" : "❌ Agents failed"}: ${size}`;
}

/** What failed comes first; what could not be decided is not hidden. */
function gateLines(gate: Gate | null): readonly string[] {
  if (gate === null) return [];
  const checks = [...gate.checks].sort((a, b) => Number(a.passed) - Number(b.passed));
  return checks.map((check) => `- ${markOf(check)} ${lineOf(check)}`);
}

function markOf({ passed, undecided }: GateCheck): string {
  if (undecided) return "❔";
  return passed ? "✅" : "❌";
}

function lineOf({ agent, detail }: GateCheck): string {
  const text = inertLine(detail, 600);
  return agent === null ? text : `**${inertLine(agent)}**: ${text}`;
}

function leaderboardLines({ leaderboard, tasks }: TaskReport): readonly string[] {
  const extra = extraColumns(leaderboard);
  return markdownTable(
    [
      "Agent",
      "Runs",
      "Tasks",
      "Success rate (95 %)",
      "Cost per success",
      ...extra.map(({ heading }) => heading),
    ],
    leaderboard.map((row) => [
      inertLine(formatWho(row)),
      String(row.runs),
      row.tasks < tasks.length ? `${row.tasks} of ${tasks.length}` : String(row.tasks),
      formatRate(row.successRate),
      formatUsd(row.costPerSuccessUsd),
      ...extra.map(({ cell }) => cell(row)),
    ]),
  );
}

function differenceLines({ differences, leaderboard }: TaskReport): readonly string[] {
  const names = new Map(leaderboard.map((row) => [row.key, inertLine(formatWho(row))]));
  const lines = differences.slice(0, MAX_LISTED).map((difference) => {
    const { left, right, delta } = difference;
    return `- ${names.get(left)} against ${names.get(right)}: ${formatPoints(delta)}. On these tasks: ${verdictOnTheseTasks(difference)}. Tasks like these: ${verdictOnTasksLikeThese(difference)}.`;
  });
  const more = differences.length - MAX_LISTED;
  return more > 0 ? [...lines, `- … ${more} more pairs`] : lines;
}

function worseLines(gate: Gate | null, linkTo: SummaryOptions["linkTo"]): readonly string[] {
  const lines = (gate?.checks ?? []).flatMap(({ agent, worse }) =>
    worse.slice(0, MAX_LISTED).map(({ title, before, after, bundleDir }) => {
      const link = `[run](${encodeLink(linkTo(bundleDir))})`;
      return `- ${inertLine(agent ?? "")}: ${inertLine(title)}: ${before.successes} of ${before.runs} → ${after.successes} of ${after.runs} (${link})`;
    }),
  );
  return lines.length === 0 ? [] : ["**Less often successful than in the baseline**", "", ...lines];
}

function missingLines(
  { ranking }: TaskReport,
  linkTo: SummaryOptions["linkTo"],
): readonly string[] {
  const missing = ranking.filter(({ error }) => error !== null);
  if (missing.length === 0) return [];
  const lines = missing.slice(0, MAX_LISTED).map(({ bundleDir, error }) => {
    const name = `[${inertLine(bundleDir)}](${encodeLink(linkTo(bundleDir))})`;
    return `- ${name}: ${inertLine(`${error?.kind}: ${error?.detail}`)}`;
  });
  const heading = `**Failed outside the agent, not counted: ${formatCount(missing.length, "run")}**`;
  return [heading, "", ...lines];
}

/** A path as the target of a link: nothing in it can end the link or begin a scheme. */
function encodeLink(path: string): string {
  const encoded = path.split("/").map((part) => encodeURIComponent(part.toWellFormed()));
  return encoded.join("/").replaceAll(/[()]/g, (char) => (char === "(" ? "%28" : "%29"));
}
