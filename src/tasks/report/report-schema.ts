import * as z from "zod";
import type { JsonObject } from "../../base/json/value.ts";
import type { Schema } from "../../base/schema.ts";
import type { TaskReport } from "./report.ts";
import type { ReportRow } from "./report-row.ts";

const text = () => z.string().nullable();
const number = () => z.number().nullable();
const object = (): z.ZodType<JsonObject> => z.record(z.string(), z.json());

/** One run of a report. */
const rowSchema = () =>
  z.object({
    title: z.string(),
    bundleDir: z.string(),
    schemaVersion: z.string(),
    createdAt: z.string(),
    tool: text(),
    model: text(),
    status: z.enum(["success", "failure", "partial"]).nullable(),
    score: number(),
    repo: text(),
    commit: text(),
    branch: text(),
    eventCount: z.number(),
    workspaceFileCount: z.number(),
    promptSource: text(),
    taskHash: text(),
    durationMs: number(),
    costUsd: number(),
    tokens: number(),
  }) satisfies Schema<ReportRow>;

/** One bundle of a list: the keys of an inspection beside those of a report. */
export const scanRowSchema = () =>
  rowSchema().extend({
    runtime: text(),
    tags: z.array(z.string()).readonly(),
    /** Names at the top of the bundle, sorted. */
    artifacts: z.array(z.string()),
    artifactInfo: object(),
    outcome: object().nullable(),
  });

const rankedSchema = () => rowSchema().extend({ rank: z.number() });

/** Bundles that could not be read. */
export const errorsSchema = () =>
  z.array(z.object({ path: z.string(), reason: z.string() })).readonly();

const rateSchema = () =>
  z
    .object({
      successes: z.number(),
      runs: z.number(),
      rate: z.number(),
      low: z.number(),
      high: z.number(),
    })
    .nullable();

const standingsSchema = () =>
  z
    .array(
      z.object({
        key: z.string(),
        tool: text(),
        model: text(),
        rank: z.number(),
        runs: z.number(),
        tasks: z.number(),
        scoredRuns: z.number(),
        successCount: z.number(),
        successRate: rateSchema(),
        score: number(),
        scoreLow: number(),
        scoreHigh: number(),
        averageScore: number(),
        bestScore: number(),
        averageDurationMs: number(),
        averageTokens: number(),
        totalCostUsd: number(),
        costPerSuccessUsd: number(),
      }),
    )
    .readonly();

/** A report, as results have it. */
export const reportSchema = () =>
  z.object({
    generatedAt: z.string(),
    rootDir: z.string(),
    bundleCount: z.number(),
    scoredBundleCount: z.number(),
    averageScore: number(),
    statusCounts: z.object({
      success: z.number(),
      failure: z.number(),
      partial: z.number(),
      unknown: z.number(),
    }),
    successRate: rateSchema(),
    totalCostUsd: number(),
    ranking: z.array(rankedSchema()).readonly(),
    leaderboard: standingsSchema(),
    byTool: standingsSchema(),
    byModel: standingsSchema(),
    tasks: z
      .array(
        z.object({
          title: z.string(),
          taskHash: text(),
          runs: z.number(),
          bestScore: number(),
          bestRun: rankedSchema(),
          successRate: rateSchema(),
          leaderboard: standingsSchema(),
        }),
      )
      .readonly(),
    differences: z
      .array(
        z.object({
          left: z.string(),
          right: z.string(),
          commonTasks: z.number(),
          delta: number(),
          p: number(),
          correctedP: number(),
          canBeChance: z.boolean(),
          about: z.enum(["tasks like these", "these tasks"]),
          moreRuns: number(),
          moreTasks: number(),
        }),
      )
      .readonly(),
    errors: errorsSchema(),
  }) satisfies Schema<TaskReport>;
