import * as z from "zod";
import { compareBytes } from "../../base/file-set.ts";
import { isCounted, isSuccess, type ReportRow } from "./report-row.ts";
import { intervalOf, meanOf, type Rate, rateSchema, round } from "./statistics.ts";

/** How a tool, a model or both together did over all its runs. */
export const standingSchema = () =>
  z.object({
    /** A JSON text of what it groups, so that no two groups share one. */
    key: z.string(),
    tool: z.string().nullable(),
    model: z.string().nullable(),
    /** Equal for groups that succeed equally often with equal scores. */
    rank: z.number(),
    /** Runs that count: those that ended outside the agent's work are in `erroredRuns`. */
    runs: z.number(),
    erroredRuns: z.number(),
    /** Different tasks that it ran. */
    tasks: z.number(),
    scoredRuns: z.number(),
    successCount: z.number(),
    /** Over all runs: one without an outcome is no success. Null when no run has an outcome. */
    successRate: rateSchema().nullable(),
    /** The mean over all runs, where a run without a score counts 0. Null when no run has a score. */
    score: z.number().nullable(),
    scoreLow: z.number().nullable(),
    scoreHigh: z.number().nullable(),
    /** The mean of the runs with a score, as the original program gives it. It decides nothing. */
    averageScore: z.number().nullable(),
    bestScore: z.number().nullable(),
    averageDurationMs: z.number().nullable(),
    averageTokens: z.number().nullable(),
    /** The sum over all runs; null as soon as one run's cost is unknown. */
    totalCostUsd: z.number().nullable(),
    /** What one success cost, failed runs included. */
    costPerSuccessUsd: z.number().nullable(),
    /** How often people intervened in all its runs; null as soon as one run does not record it. */
    interventions: z.number().nullable(),
  });

/** How a tool, a model or both together did over all its runs. */
export type Standing = z.infer<ReturnType<typeof standingSchema>>;

/** What a standing groups. */
export type Group = readonly [tool: string | null, model?: string | null];

/** What makes two runs one task. */
export type TaskKey = (row: ReportRow) => string;

/** The groups of some runs, the best first: by success rate, score, cost of a run, then name. */
export function standings(
  rows: readonly ReportRow[],
  groupOf: (row: ReportRow) => Group,
  taskKey: TaskKey,
): readonly Standing[] {
  const groups = groupRows(rows, (row) => JSON.stringify(groupOf(row)));
  const found = [...groups].map(([key, members]) => {
    const [tool, model = null] = groupOf(members[0]);
    return { key, tool, model, ...resultsOf(members, taskKey) };
  });
  found.sort(compareStandings);
  const rankOf = (standing: Results) =>
    found.findIndex((first) => compareResults(first, standing) === 0) + 1;
  return found.map((standing) => ({ ...standing, rank: rankOf(standing) }));
}

/** Groups rows by a key, in the order of their first row. */
export function groupRows<Row extends ReportRow>(
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

type Results = Omit<Standing, "key" | "rank" | "tool" | "model">;

function resultsOf(all: readonly ReportRow[], taskKey: TaskKey): Results {
  const rows = all.filter(isCounted);
  const scores = known(rows.map(({ score }) => score));
  const successCount = rows.filter(isSuccess).length;
  const totalCostUsd = totalOf(rows.map(({ costUsd }) => costUsd));
  return {
    runs: rows.length,
    erroredRuns: all.length - rows.length,
    tasks: groupRows(rows, taskKey).size,
    scoredRuns: scores.length,
    successCount,
    successRate: rateOf(rows, taskKey),
    ...scoreOf(rows, taskKey),
    averageScore: mean(scores),
    bestScore: scores.length === 0 ? null : scores.reduce((a, b) => Math.max(a, b)),
    averageDurationMs: mean(known(rows.map(({ durationMs }) => durationMs))),
    averageTokens: mean(known(rows.map(({ tokens }) => tokens))),
    totalCostUsd,
    costPerSuccessUsd:
      totalCostUsd === null || successCount === 0 ? null : round(totalCostUsd / successCount),
    interventions: totalOf(rows.map(({ interventions }) => interventions)),
  };
}

/** How often runs succeed; null when no run that counts has an outcome. */
export function rateOf(all: readonly ReportRow[], taskKey: TaskKey): Rate | null {
  const rows = all.filter(isCounted);
  if (rows.every(({ status }) => status === null)) return null;
  const values = valuesOfTasks(rows, taskKey, (row) => (isSuccess(row) ? 1 : 0));
  const successes = rows.filter(isSuccess).length;
  return {
    successes,
    runs: rows.length,
    rate: round(successes / rows.length),
    ...intervalOf(values),
  };
}

function scoreOf(rows: readonly ReportRow[], taskKey: TaskKey) {
  if (rows.every(({ score }) => score === null)) {
    return { score: null, scoreLow: null, scoreHigh: null };
  }
  const values = valuesOfTasks(rows, taskKey, ({ score }) => score ?? 0);
  const score = round(meanOf(values.flat()));
  const { low, high } = intervalOf(values);
  return { score, scoreLow: low, scoreHigh: high };
}

function valuesOfTasks(
  rows: readonly ReportRow[],
  taskKey: TaskKey,
  value: (row: ReportRow) => number,
): readonly (readonly number[])[] {
  return [...groupRows(rows, taskKey).values()].map((members) => members.map(value));
}

function compareStandings(a: Omit<Standing, "rank">, b: Omit<Standing, "rank">): number {
  return (
    compareResults(a, b) ||
    compareCosts(a.totalCostUsd, a.runs, b.totalCostUsd, b.runs) ||
    compareBytes(a.key, b.key)
  );
}

/** The larger success rate first, then the larger score; what is unknown counts 0, and who has no run comes last. */
function compareResults(a: Results, b: Results): number {
  const rate = (one: Results) => (one.runs === 0 ? -1 : one.successCount / one.runs);
  return rate(b) - rate(a) || (b.score ?? 0) - (a.score ?? 0);
}

/** The cheaper run first; an unknown cost comes last. */
function compareCosts(
  a: number | null,
  runsOfA: number,
  b: number | null,
  runsOfB: number,
): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return a / runsOfA - b / runsOfB;
}

/** The mean of what is known. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : round(meanOf(values));
}

/** The values that are known. */
export function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
}

/** A sum, unless one part of it is unknown: a total that leaves runs out would look like a price. */
export function totalOf(values: readonly (number | null)[]): number | null {
  const parts = known(values);
  return parts.length < values.length || parts.length === 0
    ? null
    : round(parts.reduce((sum, value) => sum + value, 0));
}
