import { compareBytes } from "../../base/file-set.ts";
import { compareRows, compareScores, type ReportError, type ReportRow } from "./report-row.ts";
import { chanceOfDifference, type Rate, round, wilson } from "./statistics.ts";

/** A run with its place in the ranking. */
export interface RankedRow extends ReportRow {
  readonly rank: number;
}

/** How a tool, a model, both together or a task did over all its runs. */
export interface Standing {
  /** A JSON text of what it groups, so that no two groups share one. */
  readonly key: string;
  readonly tool: string | null;
  readonly model: string | null;
  readonly runs: number;
  readonly scoredRuns: number;
  readonly successCount: number;
  readonly averageScore: number | null;
  readonly bestScore: number | null;
  /** Null when no run has an outcome. */
  readonly successRate: Rate | null;
  readonly averageDurationMs: number | null;
  readonly averageTokens: number | null;
  /** The sum over all runs; null as soon as one run's cost is unknown. */
  readonly totalCostUsd: number | null;
}

/** One task with its runs. */
export interface TaskStanding {
  readonly title: string;
  readonly taskHash: string | null;
  readonly runs: number;
  readonly bestScore: number | null;
  /** The first run with a score in the order of the ranking, or else the first one. */
  readonly bestRun: RankedRow;
  readonly successRate: Rate | null;
  readonly leaderboard: readonly Standing[];
}

/** Whether two agents differ by more than chance. */
export interface Difference {
  readonly left: string;
  readonly right: string;
  /** Difference of the success rates, left minus right. */
  readonly delta: number;
  /** The probability of such a difference if both succeed equally often (Fisher's exact test). */
  readonly p: number;
  readonly canBeChance: boolean;
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

/** The first rows of the leaderboard that are compared with each other. */
const COMPARED = 8;
const SIGNIFICANT = 0.05;

/** Builds a report from its runs. */
export function buildReport(rows: readonly ReportRow[], options: ReportOptions): TaskReport {
  const sorted = [...rows].sort(compareRows);
  const ranking = sorted.map((row, index) => ({ rank: index + 1, ...row }));
  const leaderboard = standings(sorted, ({ tool, model }) => [tool, model]);
  const { generatedAt, rootDir, errors } = options;
  const scores = scoresOf(sorted);
  return {
    generatedAt,
    rootDir,
    bundleCount: sorted.length,
    scoredBundleCount: scores.length,
    averageScore: mean(scores),
    statusCounts: countStatuses(sorted),
    successRate: rateOf(sorted),
    totalCostUsd: totalOf(sorted.map(({ costUsd }) => costUsd)),
    ranking,
    leaderboard,
    byTool: standings(sorted, ({ tool }) => [tool]),
    byModel: standings(sorted, ({ model }) => [null, model]),
    tasks: taskStandings(ranking, options.groupBy),
    differences: differencesOf(leaderboard),
    errors,
  };
}

function countStatuses(rows: readonly ReportRow[]): TaskReport["statusCounts"] {
  const counts = { success: 0, failure: 0, partial: 0, unknown: 0 };
  for (const { status } of rows) counts[status ?? "unknown"]++;
  return counts;
}

type Group = readonly [tool: string | null, model?: string | null];

function standings(
  rows: readonly ReportRow[],
  groupOf: (row: ReportRow) => Group,
): readonly Standing[] {
  const groups = groupRows(rows, (row) => JSON.stringify(groupOf(row)));
  const found = [...groups].map(([key, members]) => {
    const [tool, model = null] = groupOf(members[0]);
    return standingOf(key, { tool, model }, members);
  });
  return found.sort(compareStandings);
}

function groupRows<Row extends ReportRow>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly [Row, ...Row[]]> {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
  }
  return groups;
}

function standingOf(
  key: string,
  who: Pick<Standing, "tool" | "model">,
  rows: readonly ReportRow[],
): Standing {
  const scores = scoresOf(rows);
  return {
    key,
    ...who,
    runs: rows.length,
    scoredRuns: scores.length,
    successCount: rows.filter(({ status }) => status === "success").length,
    averageScore: mean(scores),
    bestScore: scores.length === 0 ? null : scores.reduce((a, b) => Math.max(a, b)),
    successRate: rateOf(rows),
    averageDurationMs: mean(known(rows.map(({ durationMs }) => durationMs))),
    averageTokens: mean(known(rows.map(({ tokens }) => tokens))),
    totalCostUsd: totalOf(rows.map(({ costUsd }) => costUsd)),
  };
}

function compareStandings(a: Standing, b: Standing): number {
  return (
    compareScores(a.averageScore, b.averageScore) ||
    b.successCount - a.successCount ||
    compareBytes(a.key, b.key)
  );
}

function taskStandings(
  rows: readonly RankedRow[],
  groupBy: ReportOptions["groupBy"],
): readonly TaskStanding[] {
  const keyOf = ({ taskHash, title }: ReportRow): string =>
    groupBy === "task" && taskHash !== null ? `hash ${taskHash}` : `title ${title}`;
  return [...groupRows(rows, keyOf).values()].map((members) => {
    const [first] = members;
    const best = members.find(({ score }) => score !== null) ?? first;
    return {
      title: first.title,
      taskHash: first.taskHash,
      runs: members.length,
      bestScore: best.score,
      bestRun: best,
      successRate: rateOf(members),
      leaderboard: standings(members, ({ tool, model }) => [tool, model]),
    };
  });
}

function differencesOf(leaderboard: readonly Standing[]): readonly Difference[] {
  const judged = leaderboard.flatMap(({ key, successRate }) =>
    successRate === null ? [] : [{ key, rate: successRate }],
  );
  const differences: Difference[] = [];
  for (const [index, left] of judged.slice(0, COMPARED).entries()) {
    for (const right of judged.slice(index + 1, COMPARED)) {
      const p = chanceOfDifference(left.rate, right.rate);
      const delta = round(left.rate.rate - right.rate.rate);
      differences.push({
        left: left.key,
        right: right.key,
        delta,
        p,
        canBeChance: p >= SIGNIFICANT,
      });
    }
  }
  return differences;
}

function rateOf(rows: readonly ReportRow[]): Rate | null {
  const judged = rows.filter(({ status }) => status !== null);
  return wilson(judged.filter(({ status }) => status === "success").length, judged.length);
}

function scoresOf(rows: readonly ReportRow[]): readonly number[] {
  return known(rows.map(({ score }) => score));
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** A sum, unless one part of it is unknown: a total that leaves runs out would look like a price. */
function totalOf(values: readonly (number | null)[]): number | null {
  const parts = known(values);
  return parts.length < values.length || parts.length === 0
    ? null
    : round(parts.reduce((sum, value) => sum + value, 0));
}
