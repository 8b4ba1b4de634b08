import * as z from "zod";
import { measuresSchema } from "../read/measures.ts";
import { recordedArtifactSchema } from "../read/task-facts.ts";
import { falseHashSchema } from "./comparable-run.ts";
import { differenceKinds, fileComparisonSchema, patchComparisonSchema } from "./compare-runs.ts";
import { stepComparisonSchema } from "./compare-steps.ts";

const outcomeSchema = () =>
  z
    .object({
      status: z.enum(["success", "failure", "partial"]).nullable(),
      score: z.number().nullable(),
      judgeNotes: z.string().nullable(),
    })
    .nullable();

const sideSchema = () =>
  z.object({
    kind: z.enum(["bundle", "session"]),
    bundleDir: z.string(),
    title: z.string(),
    schemaVersion: z.string().nullable(),
    createdAt: z.string().nullable(),
    tool: z.string().nullable(),
    model: z.string().nullable(),
    runtime: z.string().nullable(),
    repo: z.string().nullable(),
    commit: z.string().nullable(),
    branch: z.string().nullable(),
    tags: z.array(z.string()).readonly(),
    artifacts: z.array(z.string()).readonly(),
    workspaceFileCount: z.number(),
    eventCount: z.number(),
    artifactInfo: z.record(z.string(), recordedArtifactSchema()),
    outcome: outcomeSchema(),
    promptSource: z.string().nullable(),
    taskHash: z.string().nullable(),
    measures: measuresSchema(),
    /** Recorded hashes that are not those of the files; found with `--rehash`. */
    falseHashes: z.array(falseHashSchema()).readonly(),
    /** Why the run cannot be relied on: it does not match its sums, or contradicts itself. */
    doubts: z.array(z.string()).readonly(),
  });

const paths = () => z.array(z.string()).readonly();

/** Two runs compared. Deltas are left minus right. */
export const comparisonSchema = () =>
  z.object({
    different: z.boolean(),
    /** What differs; empty when nothing does. */
    differences: z.array(z.enum(differenceKinds)).readonly(),
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
          left: recordedArtifactSchema().exactOptional(),
          right: recordedArtifactSchema().exactOptional(),
          sameHash: z.boolean(),
          sameSize: z.boolean(),
        }),
      )
      .readonly(),
    counts: z.object({ workspaceFilesDelta: z.number(), eventCountDelta: z.number() }),
    modelChange: z.object({ left: z.string().nullable(), right: z.string().nullable() }),
    toolChange: z.object({ left: z.string().nullable(), right: z.string().nullable() }),
    outcomeChange: z.object({
      leftStatus: z.string().nullable(),
      rightStatus: z.string().nullable(),
      leftScore: z.number().nullable(),
      rightScore: z.number().nullable(),
      scoreDelta: z.number().nullable(),
    }),
    workspaceContentHash: z.object({
      left: z.string().nullable(),
      right: z.string().nullable(),
      same: z.boolean().nullable(),
    }),
    files: fileComparisonSchema().nullable(),
    patches: patchComparisonSchema(),
    steps: stepComparisonSchema(),
    measures: z.object({
      left: measuresSchema(),
      right: measuresSchema(),
      tokensDelta: z.number().nullable(),
      durationMsDelta: z.number().nullable(),
      costUsdDelta: z.number().nullable(),
    }),
  });

/** Two runs compared, as results have it. */
export type Comparison = z.infer<ReturnType<typeof comparisonSchema>>;
