import * as z from "zod";
import { stepKinds } from "./step.ts";

const text = () => z.string().nullable();
const number = () => z.number().nullable();

/** Tokens, time and money of a run, each null where nothing records it. */
const measuresSchema = () =>
  z.object({
    usage: z
      .object({
        input: z.number(),
        cacheRead: z.number(),
        cacheWrite: z.number(),
        output: z.number(),
        reasoning: z.number(),
      })
      .nullable(),
    durationMs: number(),
    costUsd: number(),
    exitCode: number(),
  });

const outcomeSchema = () =>
  z
    .object({
      status: z.enum(["success", "failure", "partial"]).nullable(),
      score: number(),
      judgeNotes: text(),
    })
    .nullable();

const recordedSchema = () => z.object({ path: z.string(), sha256: z.string(), size: z.number() });

const sideSchema = () =>
  z.object({
    kind: z.enum(["bundle", "session"]),
    bundleDir: z.string(),
    title: z.string(),
    schemaVersion: text(),
    createdAt: text(),
    tool: text(),
    model: text(),
    runtime: text(),
    repo: text(),
    commit: text(),
    branch: text(),
    tags: z.array(z.string()).readonly(),
    artifacts: z.array(z.string()).readonly(),
    workspaceFileCount: z.number(),
    eventCount: z.number(),
    artifactInfo: z.record(z.string(), recordedSchema()),
    outcome: outcomeSchema(),
    promptSource: text(),
    taskHash: text(),
    measures: measuresSchema(),
    /** Recorded hashes that are not those of the files; found with `--rehash`. */
    falseHashes: z
      .array(z.object({ path: z.string(), recorded: z.string(), actual: text() }))
      .readonly(),
  });

/** A step of a run. */
const stepSchema = () =>
  z.object({
    kind: z.enum(stepKinds),
    subject: z.string(),
    ok: z.boolean().nullable(),
    exitCode: number(),
    error: text(),
    at: text(),
  });

const rowSchema = () =>
  z.object({
    side: z.enum(["both", "left", "right"]),
    leftNumber: number(),
    rightNumber: number(),
    left: stepSchema().nullable(),
    right: stepSchema().nullable(),
    sameResult: z.boolean().nullable(),
  });

const ownStepsSchema = () =>
  z.array(z.object({ step: stepSchema(), number: z.number(), times: z.number() })).readonly();

const stepsSchema = () =>
  z.object({
    left: z.number(),
    right: z.number(),
    aligned: z.number(),
    sameResult: z.number(),
    parting: rowSchema().omit({ side: true, sameResult: true }).nullable(),
    onlyLeft: ownStepsSchema(),
    onlyRight: ownStepsSchema(),
    errors: z.object({
      both: z.array(z.string()).readonly(),
      onlyLeft: z.array(z.string()).readonly(),
      onlyRight: z.array(z.string()).readonly(),
    }),
    rows: z.array(rowSchema()).readonly(),
    omitted: z.number(),
    isApproximate: z.boolean(),
  });

const paths = () => z.array(z.string()).readonly();

const patchStatSchema = () =>
  z
    .object({
      files: z
        .array(z.object({ path: z.string(), added: z.number(), removed: z.number() }))
        .readonly(),
      added: z.number(),
      removed: z.number(),
    })
    .nullable();

/** Two runs compared. Deltas are left minus right. */
export const comparisonSchema = () =>
  z.object({
    different: z.boolean(),
    left: sideSchema(),
    right: sideSchema(),
    sameTitle: z.boolean(),
    sameRepo: z.boolean().nullable(),
    sameCommit: z.boolean().nullable(),
    sameTask: z.boolean().nullable(),
    artifactDelta: z.object({ onlyInLeft: paths(), onlyInRight: paths() }),
    artifactChanges: z
      .array(
        z.object({
          artifact: z.string(),
          left: recordedSchema().exactOptional(),
          right: recordedSchema().exactOptional(),
          sameHash: z.boolean(),
          sameSize: z.boolean(),
        }),
      )
      .readonly(),
    counts: z.object({ workspaceFilesDelta: z.number(), eventCountDelta: z.number() }),
    modelChange: z.object({ left: text(), right: text() }),
    toolChange: z.object({ left: text(), right: text() }),
    outcomeChange: z.object({
      leftStatus: text(),
      rightStatus: text(),
      leftScore: number(),
      rightScore: number(),
      scoreDelta: number(),
    }),
    workspaceContentHash: z.object({ left: text(), right: text(), same: z.boolean().nullable() }),
    files: z
      .object({
        added: paths(),
        removed: paths(),
        changed: paths(),
        modeChanged: paths(),
        same: z.number(),
        omitted: z.number(),
      })
      .nullable(),
    patches: z.object({
      left: patchStatSchema(),
      right: patchStatSchema(),
      same: z.boolean().nullable(),
      lines: z
        .array(z.object({ side: z.enum(["both", "left", "right"]), text: z.string() }))
        .readonly()
        .nullable(),
    }),
    steps: stepsSchema(),
    measures: z.object({
      left: measuresSchema(),
      right: measuresSchema(),
      tokensDelta: number(),
      durationMsDelta: number(),
      costUsdDelta: number(),
    }),
  });

/** Two runs compared, as results have it. */
export type Comparison = z.infer<ReturnType<typeof comparisonSchema>>;
