import * as z from "zod";
import { codedMessage, recordType } from "../base/check-record.ts";
import type { Schema } from "../base/schema.ts";
import { count, name, timestamp } from "./values.ts";

/** How a task can end. */
export const outcomeStatuses = ["success", "failure", "partial"] as const;
/** Whether a captured workspace is the one before the task or the one after it. */
export const workspaceStates = ["before", "after"] as const;
/** Git's modes of what a workspace can contain; a link is listed with its target and has no file. */
const fileModes = ["100644", "100755", "120000"] as const;

// Wherever a key is optional, null means the same as absent.
const optionalName = name.nullish();
const prose = z.string().nullish();
const flag = z.boolean().nullish();
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: codedMessage("E_SHAPE", "Must be 64 lower-case hex digits") });

const artifactInfoSchema = z.looseObject({ path: z.string(), sha256: digest, size: count });

const artifactsSchema = z.looseObject({
  task: name,
  summary: name,
  diff: optionalName,
  events: optionalName,
  workspaceManifest: optionalName,
  workspaceFilesDir: optionalName,
  acceptance: optionalName,
  hiddenManifest: optionalName,
  hiddenFilesDir: optionalName,
});

const gitSchema = z.looseObject({
  root: optionalName,
  branch: optionalName,
  remote: optionalName,
  commit: optionalName,
  dirty: flag,
});

const runnerSchema = z.looseObject({
  os: optionalName,
  nodeVersion: optionalName,
  cliVersion: optionalName,
  promptSource: optionalName,
});

const checkSchema = z.looseObject({
  name,
  kind: optionalName,
  weight: z.number().nullish(),
  passed: flag,
  detail: prose,
});

const outcomeSchema = z.looseObject({
  status: z.enum(outcomeStatuses).nullish(),
  score: z.number().nullish(),
  judgeNotes: prose,
  checks: z.array(checkSchema).nullish(),
  judge: z.looseObject({ name, version: optionalName, at: timestamp.nullish() }).nullish(),
});

const workspaceSchema = z.looseObject({
  state: z.enum(workspaceStates).nullish(),
  strategy: optionalName,
});

const bundleSchema = z.looseObject({
  schemaVersion: name,
  id: name,
  title: name,
  createdAt: timestamp,
  tool: optionalName,
  model: optionalName,
  runtime: optionalName,
  repo: optionalName,
  commit: optionalName,
  branch: optionalName,
  tags: z.array(z.string()).nullish(),
  artifacts: artifactsSchema,
  artifactInfo: z.record(z.string(), artifactInfoSchema).nullish(),
  git: gitSchema.nullish(),
  runner: runnerSchema.nullish(),
  outcome: outcomeSchema.nullish(),
  workspace: workspaceSchema.nullish(),
  taskHash: digest.nullish(),
});

const listedFileSchema = z.looseObject({
  path: z.string(),
  sha256: digest,
  size: count,
  mode: z.enum(fileModes).nullish(),
  target: z.string().nullish(),
});

const fileCount = z
  .int({ error: codedMessage("E_COUNT", "Must be an integer number of files") })
  .min(0);

const manifestSchema = z.looseObject({
  capturedAt: timestamp,
  root: name,
  fileCount: fileCount.nullish(),
  files: z.array(listedFileSchema),
  contentHash: digest.nullish(),
  emptyFolders: z.array(z.string()).nullish(),
});

const eventSchema = z.looseObject({
  type: name,
  at: timestamp,
  detail: z.string(),
  command: prose,
  path: prose,
  exitCode: z.number().nullish(),
});

/** One file that a workspace manifest lists. */
export type ListedFile = z.infer<typeof listedFileSchema>;
/** One line of `events.jsonl`. */
export type EventRecord = z.infer<typeof eventSchema>;
/** What `bundle.json` records about one artifact. */
export type ArtifactInfo = z.infer<typeof artifactInfoSchema>;

/** `bundle.json`. */
export const bundleRecord = record(
  bundleSchema,
  "What the task was, how it went, where its files are",
);
/** An entry of `artifactInfo`. */
export const artifactInfoRecord = record(artifactInfoSchema, "Path, hash and size of one artifact");
/** `workspace/manifest.json`. */
export const manifestRecord = record(manifestSchema, "The index of the captured workspace files");
/** An element of the manifest's `files`. */
export const listedFileRecord = record(listedFileSchema, "One captured workspace file");
/** A line of `events.jsonl`. */
export const eventRecord = record(eventSchema, "One notable step of the task");

function record<ValueSchema extends Schema>(schema: ValueSchema, description: string) {
  return recordType(schema, { unknownKeys: "ignored", description });
}
