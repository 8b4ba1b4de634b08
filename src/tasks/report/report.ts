import * as z from "zod";
import { differenceSchema, differencesOf } from "./differences.ts";
import { namePlaces } from "./name-places.ts";
import { packedApartNotes } from "./packed-apart.ts";
import {
  compareRows,
  isCounted,
  type ReportError,
  type ReportRow,
  reportErrorSchema,
  reportRowSchema,
} from "./report-row.ts";
import {
  groupRows,
  known,
  mean,
  rateOf,
  standingSchema,
  standings,
  type TaskKey,
  totalOf,
} from "./standings.ts";
import { rateSchema } from "./statistics.ts";

/** A run with its place in the ranking. */
const rankedRowSchema = () => z.object({ ...reportRowSchema().shape, rank: z.number() });

/** A run with its place in the ranking. */
export type RankedRow = z.infer<ReturnType<typeof rankedRowSchema>>;

/** One task with its runs. */
const taskStandingSchema = () =>
  z.object({
    title: z.string(),
    taskHash: z.string().nullable(),
    runs: z.number(),
    bestScore: z.number().nullable(),
    /** The first one in the order of the ranking. */
    bestRun: rankedRowSchema(),
    successRate: rateSchema().nullable(),
    leaderboard: z.array(standingSchema()).readonly(),
  });

/** One task with its runs. */
export type TaskStanding = z.infer<ReturnType<typeof taskStandingSchema>>;

/** Everything that a report shows; pages and files are rendered from it. */
export const reportSchema = () =>
  z.object({
    generatedAt: z.string(),
    rootDir: z.string(),
    bundleCount: z.number(),
    scoredBundleCount: z.number(),
    averageScore: z.number().nullable(),
    statusCounts: z.object({
      success: z.number(),
      failure: z.number(),
      partial: z.number(),
      unknown: z.number(),
      /** Ended outside the agent's work: missing data. */
      error: z.number(),
    }),
    successRate: rateSchema().nullable(),
    totalCostUsd: z.number().nullable(),
    ranking: z.array(rankedRowSchema()).readonly(),
    leaderboard: z.array(standingSchema()).readonly(),
    byTool: z.array(standingSchema()).readonly(),
    byModel: z.array(standingSchema()).readonly(),
    tasks: z.array(taskStandingSchema()).readonly(),
    differences: z.array(differenceSchema()).readonly(),
    /** What the figures alone do not say. */
    notes: z.array(z.string()).readonly(),
    errors: z.array(reportErrorSchema()).readonly(),
  });

/** Everything that a report shows; pages and files are rendered from it. */
export type TaskReport = z.infer<ReturnType<typeof reportSchema>>;

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
  const named = namePlaces(sorted);
  const leaderboard = standings(named, ({ tool, model }) => [tool, model], taskKey);
  const { generatedAt, rootDir, errors } = options;
  const scores = known(sorted.filter(isCounted).map(({ score }) => score));
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
    byTool: standings(named, ({ tool }) => [tool], taskKey),
    byModel: standings(
      sorted.filter(({ model }) => model !== null),
      ({ model }) => [null, model],
      taskKey,
    ),
    tasks: taskStandings(ranking, taskKey),
    differences: differencesOf(named, leaderboard, taskKey),
    notes: packedApartNotes(sorted),
    errors,
  };
}

/** What makes two runs one task. */
export function taskKeyFor(groupBy: ReportOptions["groupBy"]): TaskKey {
  return ({ taskHash, title }) =>
    groupBy === "task" && taskHash !== null ? `hash ${taskHash}` : `title ${title}`;
}

function countStatuses(rows: readonly ReportRow[]): TaskReport["statusCounts"] {
  const counts = { success: 0, failure: 0, partial: 0, unknown: 0, error: 0 };
  for (const { status, error } of rows) counts[error ? "error" : (status ?? "unknown")]++;
  return counts;
}

function taskStandings(rows: readonly RankedRow[], taskKey: TaskKey): readonly TaskStanding[] {
  return [...groupRows(rows, taskKey).values()].map((members) => {
    const [best] = members;
    return {
      title: best.title,
      taskHash: best.taskHash,
      runs: members.length,
      bestScore: known(members.filter(isCounted).map(({ score }) => score)).reduce<number | null>(
        (most, score) => (most === null || score > most ? score : most),
        null,
      ),
      bestRun: best,
      successRate: rateOf(members, taskKey),
      leaderboard: standings(namePlaces(members), ({ tool, model }) => [tool, model], taskKey),
    };
  });
}
