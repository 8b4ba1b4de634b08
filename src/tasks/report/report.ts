import { type Difference, differencesOf } from "./differences.ts";
import { compareRows, type ReportError, type ReportRow } from "./report-row.ts";
import {
  groupRows,
  known,
  mean,
  rateOf,
  type Standing,
  standings,
  type TaskKey,
  totalOf,
} from "./standings.ts";
import type { Rate } from "./statistics.ts";

/** A run with its place in the ranking. */
export interface RankedRow extends ReportRow {
  readonly rank: number;
}

/** One task with its runs. */
export interface TaskStanding {
  readonly title: string;
  readonly taskHash: string | null;
  readonly runs: number;
  readonly bestScore: number | null;
  /** The first one in the order of the ranking. */
  readonly bestRun: RankedRow;
  readonly successRate: Rate | null;
  readonly leaderboard: readonly Standing[];
}

/** Everything that a report shows; pages and files are rendered from it. */
export interface TaskReport {
  readonly generatedAt: string;
  readonly rootDir: string;
  readonly bundleCount: number;
  readonly scoredBundleCount: number;
  readonly averageScore: number | null;
  readonly statusCounts: Readonly<Record<"success" | "failure" | "partial" | "unknown", number>>;
  readonly successRate: Rate | null;
  readonly totalCostUsd: number | null;
  readonly ranking: readonly RankedRow[];
  readonly leaderboard: readonly Standing[];
  readonly byTool: readonly Standing[];
  readonly byModel: readonly Standing[];
  readonly tasks: readonly TaskStanding[];
  readonly differences: readonly Difference[];
  readonly errors: readonly ReportError[];
}

/** How a report is made. */
export interface ReportOptions {
  readonly generatedAt: string;
  readonly rootDir: string;
  readonly groupBy: "task" | "title";
  readonly errors: readonly ReportError[];
}

/** Builds a report from its runs. */
export function buildReport(rows: readonly ReportRow[], options: ReportOptions): TaskReport {
  const sorted = [...rows].sort(compareRows);
  const ranking = sorted.map((row, index) => ({ rank: index + 1, ...row }));
  const taskKey = taskKeyFor(options.groupBy);
  const leaderboard = standings(sorted, ({ tool, model }) => [tool, model], taskKey);
  const { generatedAt, rootDir, errors } = options;
  const scores = known(sorted.map(({ score }) => score));
  return {
    generatedAt,
    rootDir,
    bundleCount: sorted.length,
    scoredBundleCount: scores.length,
    averageScore: mean(scores),
    statusCounts: countStatuses(sorted),
    successRate: rateOf(sorted, taskKey),
    totalCostUsd: totalOf(sorted.map(({ costUsd }) => costUsd)),
    ranking,
    leaderboard,
    byTool: standings(sorted, ({ tool }) => [tool], taskKey),
    byModel: standings(sorted, ({ model }) => [null, model], taskKey),
    tasks: taskStandings(ranking, taskKey),
    differences: differencesOf(sorted, leaderboard, taskKey),
    errors,
  };
}

function taskKeyFor(groupBy: ReportOptions["groupBy"]): TaskKey {
  return ({ taskHash, title }) =>
    groupBy === "task" && taskHash !== null ? `hash ${taskHash}` : `title ${title}`;
}

function countStatuses(rows: readonly ReportRow[]): TaskReport["statusCounts"] {
  const counts = { success: 0, failure: 0, partial: 0, unknown: 0 };
  for (const { status } of rows) counts[status ?? "unknown"]++;
  return counts;
}

function taskStandings(rows: readonly RankedRow[], taskKey: TaskKey): readonly TaskStanding[] {
  return [...groupRows(rows, taskKey).values()].map((members) => {
    const [best] = members;
    return {
      title: best.title,
      taskHash: best.taskHash,
      runs: members.length,
      bestScore: known(members.map(({ score }) => score)).reduce<number | null>(
        (most, score) => (most === null || score > most ? score : most),
        null,
      ),
      bestRun: best,
      successRate: rateOf(members, taskKey),
      leaderboard: standings(members, ({ tool, model }) => [tool, model], taskKey),
    };
  });
}
