import * as z from "zod";
import { batchesOf, compareBytes, type FileSet } from "../base/file-set.ts";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import { jsonObject } from "../model/json-values.ts";
import { objectOf, ownValue, replayStarts, type TaskBundle, textOf } from "../model/task-bundle.ts";
import { eventRecord, listedFileRecord } from "../model/task-bundle-records.ts";
import { failedCheckLines, failedCheckSchema, readFailedChecks } from "./read/failed-checks.ts";
import { readRunRecord } from "./read/run-record.ts";

/** What an inspection of a task bundle gives; a key that the bundle does not have is left out. */
export const inspectionSchema = () =>
  z.object({
    bundleDir: z.string(),
    id: z.string().optional(),
    title: z.string(),
    schemaVersion: z.string(),
    createdAt: z.string(),
    tool: z.string().optional(),
    model: z.string().optional(),
    runtime: z.string().optional(),
    repo: z.string().optional(),
    commit: z.string().optional(),
    branch: z.string().optional(),
    tags: z.array(z.string()),
    /** Names at the top of the bundle, sorted. */
    artifacts: z.array(z.string()),
    workspaceFileCount: z.number(),
    /** Files that only judging uses, when there are any. */
    hiddenFileCount: z.number().optional(),
    eventCount: z.number(),
    artifactInfo: jsonObject(),
    outcome: jsonObject().optional(),
    /** The first checks that the run did not pass, when there are any. */
    failedChecks: z.array(failedCheckSchema()).readonly().optional(),
    /** How often a person stepped in; absent when the bundle does not record it. */
    interventions: z.number().optional(),
    /** What ended the run outside of the agent's work. */
    error: z.object({ kind: z.string(), detail: z.string() }).optional(),
    promptSource: z.string().optional(),
    git: jsonObject().optional(),
    runner: jsonObject().optional(),
    workspaceState: z.enum(["before", "after", "unknown"]).optional(),
    replayReady: z.boolean(),
    replayStart: z.enum(replayStarts).optional(),
    /** The events, when they were asked for. */
    events: z.array(eventRecord.schema).optional(),
    /** What the run changed, as a unified diff, when it was asked for and there is one. */
    patch: z.string().optional(),
    /** The captured files, when they were asked for. */
    files: z.array(listedFileRecord.schema).optional(),
  });

/** What an inspection of a task bundle gives. */
export type Inspection = z.infer<ReturnType<typeof inspectionSchema>>;

/** What is inspected besides the metadata. */
export interface InspectOptions {
  /** Where the bundle is, for the result. */
  readonly bundleDir: string;
  readonly withEvents?: boolean;
  readonly withFiles?: boolean;
  readonly withPatch?: boolean;
}

/** More events or files than this are counted, not listed. */
const MAX_LISTED = 10_000;

/** The metadata, counts and, if wanted, the lists of a task bundle. */
export async function inspectTask(
  task: TaskBundle,
  files: FileSet,
  { bundleDir, withEvents = false, withFiles = false, withPatch = false }: InspectOptions,
): Promise<Inspection> {
  const { bundle, replay } = task;
  const runner = objectOf(bundle, "runner");
  const { interventions, error } = readRunRecord(bundle);
  const failedChecks = failedCheckLines(await readFailedChecks(files, bundle));
  return {
    bundleDir,
    ...texts(bundle, ["id"]),
    title: textOf(bundle, "title") ?? "",
    schemaVersion: textOf(bundle, "schemaVersion") ?? "",
    createdAt: textOf(bundle, "createdAt") ?? "",
    ...texts(bundle, ["tool", "model", "runtime", "repo", "commit", "branch"]),
    tags: tagsOf(bundle),
    artifacts: await topNames(files),
    workspaceFileCount: task.workspace?.count ?? 0,
    ...(task.hidden === null ? {} : { hiddenFileCount: task.hidden.count }),
    eventCount: task.events?.count ?? 0,
    artifactInfo: objectOf(bundle, "artifactInfo"),
    ...objects(bundle, ["outcome"]),
    ...(failedChecks.length === 0 ? {} : { failedChecks }),
    ...(interventions === null ? {} : { interventions }),
    ...(error === null ? {} : { error }),
    ...texts(runner, ["promptSource"]),
    ...objects(bundle, ["git", "runner"]),
    ...(replay.state === null ? {} : { workspaceState: replay.state }),
    replayReady: replay.ready,
    ...(replay.start === null ? {} : { replayStart: replay.start }),
    ...(withEvents ? { events: await firstOf(task.contents.events()) } : {}),
    ...(withPatch && task.diff !== null ? { patch: patchText(task.diff) } : {}),
    ...(withFiles ? { files: await firstOf(task.contents.listedFiles()) } : {}),
  };
}

/** More of a patch is not shown. */
const MAX_PATCH = 1024 * 1024;

/** A patch as text: one of another encoding has replacement characters. */
function patchText(diff: Uint8Array): string {
  const text = new TextDecoder().decode(diff.subarray(0, MAX_PATCH));
  return diff.length <= MAX_PATCH ? text : text.slice(0, text.lastIndexOf("\n") + 1);
}

function texts<Key extends string>(source: JsonObject, keys: readonly Key[]) {
  const found: { [Name in Key]?: string } = {};
  for (const key of keys) {
    const text = textOf(source, key);
    if (text !== null) found[key] = text;
  }
  return found;
}

function objects<Key extends string>(source: JsonObject, keys: readonly Key[]) {
  const found: { [Name in Key]?: JsonObject } = {};
  for (const key of keys) {
    const value = ownValue(source, key);
    if (isObject(value)) found[key] = value;
  }
  return found;
}

function tagsOf(bundle: JsonObject): string[] {
  const tags: Json | undefined = ownValue(bundle, "tags");
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
}

async function topNames(files: FileSet): Promise<string[]> {
  const names = new Set<string>();
  for await (const batch of batchesOf(files)) {
    for (const { path } of batch) names.add(path.split("/", 1)[0] ?? path);
  }
  return [...names].sort(compareBytes);
}

async function firstOf<Item>(batches: AsyncIterable<readonly Item[]> | null): Promise<Item[]> {
  const found: Item[] = [];
  for await (const batch of batches ?? []) {
    for (const item of batch) {
      if (found.push(item) >= MAX_LISTED) return found;
    }
  }
  return found;
}
