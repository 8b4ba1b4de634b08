import {
  differenceNote,
  verdictOnTasksLikeThese,
  verdictOnTheseTasks,
} from "../../../model/difference-verdict.ts";
import { haveRanks, runsHaveRanks } from "../../../model/has-ranks.ts";
import { lessonLines, tooFewRunsLine } from "../../../model/lesson-lines.ts";
import {
  extraColumns,
  formatError,
  formatMeanScore,
  formatPoints,
  formatRate,
  formatScore,
  formatSeconds,
  formatStatus,
  formatUsd,
  formatWho,
} from "../format-values.ts";
import type { Learning } from "../learn/learn.ts";
import type { TaskReport } from "../report.ts";
import type { Standing } from "../standings.ts";
import { inertLine } from "./inert-line.ts";
import { markdownTable } from "./markdown-table.ts";

/**
 * A report as Markdown, with the sentence that names who is ahead, where there is one. Every text of a bundle is escaped,
 * so that none of it becomes markup.
 */
export function reportMarkdown(
  report: TaskReport,
  learning: Learning | null,
  headline: string | null,
): string {
  const sections = [
    ["# Benchmark Report"],
    ...(headline === null ? [] : [[`**${inertLine(headline, 600)}**`]]),
    ...report.notes.map((note) => [inertLine(note, 600)]),
    overview(report),
    ["## Status Counts", "", ...statuses(report)],
    [runsHaveRanks(report.ranking) ? "## Ranking" : "## Runs", "", ...ranking(report)],
    ...failedChecks(report),
    ["## Leaderboard By Agent And Model", "", ...leaderboard(report.leaderboard)],
    ["## Leaderboard By Agent", "", ...leaderboard(report.byTool)],
    ["## Leaderboard By Model", "", ...leaderboard(report.byModel)],
    ...(report.differences.length === 0 ? [] : [differences(report)]),
    ["## Tasks", "", ...tasks(report)],
    ...lessons(learning),
    ...missing(report),
    ...doubts(report),
    ...(report.errors.length === 0 ? [] : [errors(report)]),
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function overview(report: TaskReport): readonly string[] {
  return [
    `- Generated: ${report.generatedAt}`,
    `- Bundles: ${report.bundleCount}`,
    `- Scored bundles: ${report.scoredBundleCount}`,
    `- Average score of scored runs: ${formatScore(report.averageScore)}`,
    `- Success rate: ${formatRate(report.successRate)}`,
    `- Cost: ${formatUsd(report.totalCostUsd)}`,
  ];
}

function statuses({ statusCounts }: TaskReport): readonly string[] {
  const found = Object.entries(statusCounts).filter(([, count]) => count > 0);
  return found.length === 0 ? ["None."] : found.map(([status, count]) => `- ${status}: ${count}`);
}

function text(value: string | null): string {
  return value === null ? "–" : inertLine(value);
}

function ranking({ ranking: rows }: TaskReport): readonly string[] {
  const hasRanks = runsHaveRanks(rows);
  return markdownTable(
    [
      ...(hasRanks ? ["Rank"] : []),
      "Title",
      "Agent",
      "Model",
      "Status",
      "Score",
      "Events",
      "Workspace",
      "Time",
      "Tokens",
      "Cost",
      "Run",
    ],
    rows.map((row) => [
      ...(hasRanks ? [String(row.rank)] : []),
      text(row.title),
      text(row.tool),
      text(row.model),
      formatStatus(row),
      formatScore(row.score),
      String(row.eventCount),
      String(row.workspaceFileCount),
      formatSeconds(row.durationMs),
      row.tokens === null ? "unknown" : String(row.tokens),
      formatUsd(row.costUsd),
      text(row.bundleDir),
    ]),
  );
}

/** Why runs failed: the checks that each did not pass. */
function failedChecks({ ranking: rows }: TaskReport): string[][] {
  const lines = rows.flatMap(({ bundleDir, failedChecks: failed }) =>
    failed.map(
      ({ name, reason }) => `- ${text(bundleDir)}: ${text(name)}: ${inertLine(reason, 400)}`,
    ),
  );
  return lines.length === 0 ? [] : [["## Failed Checks", "", ...lines]];
}

function leaderboard(rows: readonly Standing[]): readonly string[] {
  const extra = extraColumns(rows);
  const hasRanks = haveRanks(rows);
  const headings = [
    ...(hasRanks ? ["Rank"] : []),
    "Agent",
    "Model",
    "Runs",
    "Tasks",
    "Successes",
    "Success rate (95 %)",
    "Cost per success",
    "Score (95 %)",
    "Avg Score of scored runs",
    "Best Score",
    "Avg time",
    "Cost",
    ...extra.map(({ heading }) => heading),
  ];
  return markdownTable(
    headings,
    rows.map((row) => [
      ...(hasRanks ? [String(row.rank)] : []),
      text(row.tool),
      text(row.model),
      String(row.runs),
      String(row.tasks),
      String(row.successCount),
      formatRate(row.successRate),
      formatUsd(row.costPerSuccessUsd),
      formatMeanScore(row),
      formatScore(row.averageScore),
      formatScore(row.bestScore),
      formatSeconds(row.averageDurationMs),
      formatUsd(row.totalCostUsd),
      ...extra.map(({ cell }) => cell(row)),
    ]),
  );
}

function differences({ differences: found, leaderboard: rows }: TaskReport): string[] {
  const names = new Map(rows.map((row) => [row.key, formatWho(row)]));
  const lines = markdownTable(
    ["Left", "Right", "Common tasks", "Difference", "On these tasks", "Tasks like these"],
    found.map((difference) => [
      text(names.get(difference.left) ?? null),
      text(names.get(difference.right) ?? null),
      String(difference.commonTasks),
      formatPoints(difference.delta),
      verdictOnTheseTasks(difference),
      verdictOnTasksLikeThese(difference),
    ]),
  );
  return ["## Differences", "", differenceNote, "", ...lines];
}

function tasks({ tasks: found }: TaskReport): readonly string[] {
  return found.flatMap((task, index) => [
    ...(index === 0 ? [] : [""]),
    `### ${text(task.title)}`,
    "",
    `- Runs: ${task.runs}`,
    `- Best score: ${formatScore(task.bestScore)}`,
    `- Best run: ${text(task.bestRun.bundleDir)}`,
    `- Success rate: ${formatRate(task.successRate)}`,
  ]);
}

/** What successful runs of a task did and failed ones did not. */
function lessons(learning: Learning | null): string[][] {
  if (learning === null) return [];
  const found = learning.lessons.flatMap((lesson) => [
    "",
    `### ${text(lesson.title)} (${lesson.succeeded} successful, ${lesson.failed} failed runs)`,
    "",
    ...lessonLines(lesson).map((line) => `- ${inertLine(line, 600)}`),
  ]);
  const few = learning.tooFewRuns === 0 ? [] : ["", tooFewRunsLine(learning.tooFewRuns)];
  return [["## What Failed Runs Did Differently", ...found, ...few]];
}

/** Runs that ended outside the agent's work. They count for nobody, and are not hidden. */
function missing({ ranking: rows }: TaskReport): string[][] {
  const lines = rows.flatMap(({ bundleDir, error }) =>
    error === null ? [] : [`- ${text(bundleDir)}: ${text(formatError(error))}`],
  );
  return lines.length === 0 ? [] : [["## Failed Outside The Agent, Not Counted", "", ...lines]];
}

/** What the report does not rely on: outcomes that cannot be right, and runs that nothing protects. */
function doubts({ ranking: rows }: TaskReport): string[][] {
  const open = rows.filter(({ verified }) => !verified).length;
  const lines = rows
    .filter(({ contradiction }) => contradiction !== null)
    .map((row) => `- Counted as failed: ${text(row.bundleDir)}: ${text(row.contradiction)}`);
  if (open > 0) lines.push(`- Runs without SHA256SUMS, where a change would not be seen: ${open}`);
  return lines.length === 0 ? [] : [["## Doubts", "", ...lines]];
}

function errors({ errors: found }: TaskReport): string[] {
  return [
    "## Bundles That Could Not Be Read",
    "",
    ...found.map(({ path, reason }) => `- ${text(path)}: ${text(reason)}`),
  ];
}
