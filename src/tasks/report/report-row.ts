import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { compareBytes, type FileSet, piecesOf } from "../../base/file-set.ts";
import { createFindings } from "../../base/findings.ts";
import { isObject } from "../../base/json/value.ts";
import { readLines } from "../../base/jsonl.ts";
import { decodeUtf8, excerpt, readBytes } from "../../base/text/text.ts";
import { limitsByFormat } from "../../formats/limits.ts";
import { jsonObject } from "../../model/json-values.ts";
import { outcomeContradiction, scoreFault } from "../../model/outcome-contradiction.ts";
import { objectOf, ownValue } from "../../model/task-bundle.ts";
import { requireMatchingSums } from "../read/check-sums.ts";
import { failedCheckLines, failedCheckSchema, readFailedChecks } from "../read/failed-checks.ts";
import { readManifestFiles } from "../read/manifest-files.ts";
import { type Measures, totalTokens } from "../read/measures.ts";
import { readRunRecord } from "../read/run-record.ts";
import { readTaskFacts, type TaskFacts } from "../read/task-facts.ts";
import { taskHashOf } from "../read/task-hash.ts";

/** One run in a report. It is small: a report keeps one for each of thousands of bundles. */
export const reportRowSchema = () =>
  z.object({
    title: z.string(),
    /** Relative to the folder of the report, unless absolute paths were asked for. */
    bundleDir: z.string(),
    schemaVersion: z.string(),
    createdAt: z.string(),
    tool: z.string().nullable(),
    model: z.string().nullable(),
    status: z.enum(["success", "failure", "partial"]).nullable(),
    score: z.number().nullable(),
    repo: z.string().nullable(),
    commit: z.string().nullable(),
    branch: z.string().nullable(),
    eventCount: z.number(),
    workspaceFileCount: z.number(),
    promptSource: z.string().nullable(),
    taskHash: z.string().nullable(),
    durationMs: z.number().nullable(),
    costUsd: z.number().nullable(),
    tokens: z.number().nullable(),
    /** Whether it has `SHA256SUMS`, which match; a run whose sums do not match is no row of a report. */
    verified: z.boolean(),
    /** Why its outcome cannot be right. Such a run counts as a failure, whatever it says. */
    contradiction: z.string().nullable(),
    /** The first checks that it did not pass; none where it succeeded. */
    failedChecks: z.array(failedCheckSchema()).readonly(),
    /** Why it ended outside the agent's work. Such a run is missing data: neither a success nor a failure. */
    error: z.object({ kind: z.string(), detail: z.string() }).nullable(),
    /** How often a person intervened; null when the run does not record it. */
    interventions: z.number().nullable(),
    /** Its number among the runs of one agent on one task, as it was recorded. */
    attempt: z.number().nullable(),
    /** The home or the container in which it ran; null when it is not recorded. */
    place: z.string().nullable(),
    /** The id of the task that it is a run of; null when it is not recorded. */
    of: z.string().nullable(),
  });

/** One run in a report. It is small: a report keeps one for each of thousands of bundles. */
export type ReportRow = z.infer<ReturnType<typeof reportRowSchema>>;

const { lineBytes, jsonlBytes, contentBytes } = limitsByFormat["task-bundle"];

/** Reads one run of a report; throws with the reason when the bundle cannot be relied on. */
export async function readReportRow(files: FileSet, bundleDir: string): Promise<ReportRow> {
  return rowOf(files, await requireTaskFacts(files), bundleDir);
}

/** One bundle of a list: its row of a report, and what an inspection gives of its `bundle.json` besides. */
export const scanRowSchema = () =>
  z.object({
    ...reportRowSchema().shape,
    runtime: z.string().nullable(),
    tags: z.array(z.string()).readonly(),
    artifactInfo: jsonObject(),
    outcome: jsonObject().nullable(),
  });

/** One bundle of a list: its row of a report, and what an inspection gives of its `bundle.json` besides. */
export type ScanRow = z.infer<ReturnType<typeof scanRowSchema>>;

/** Reads one bundle of a list; throws as `readReportRow` does. */
export async function readScanRow(files: FileSet, bundleDir: string): Promise<ScanRow> {
  const facts = await requireTaskFacts(files);
  const outcome = ownValue(facts.document, "outcome");
  return {
    ...(await rowOf(files, facts, bundleDir)),
    runtime: facts.runtime,
    tags: facts.tags,
    artifactInfo: objectOf(facts.document, "artifactInfo"),
    outcome: isObject(outcome) ? outcome : null,
  };
}

async function requireTaskFacts(files: FileSet): Promise<TaskFacts> {
  const findings = createFindings("lenient");
  const facts = await readTaskFacts(files, findings);
  if (facts !== null) return facts;
  const [first] = findings.list().filter(({ severity }) => severity === "error");
  const place = first?.pointer ? `${first.file} ${first.pointer}: ` : "";
  throw new HoldallError(
    "E_FORMAT",
    `Cannot read the bundle: ${place}${first?.message ?? "it is not a task bundle"}`,
  );
}

async function rowOf(files: FileSet, facts: TaskFacts, bundleDir: string): Promise<ReportRow> {
  const { title, schemaVersion, createdAt, tool, model, repo, commit, branch } = facts;
  const verified = await requireMatchingSums(files);
  const status = facts.outcome?.status ?? null;
  const score = facts.outcome?.score ?? null;
  const contradiction = scoreFault(score) ?? outcomeContradiction(facts.document);
  return {
    title,
    bundleDir,
    schemaVersion,
    createdAt,
    tool,
    model,
    status: contradiction === null || status !== "success" ? status : "failure",
    score: scoreFault(score) === null ? score : null,
    repo,
    commit,
    branch,
    eventCount: await countEvents(files, facts),
    workspaceFileCount: await countFiles(files, facts),
    promptSource: facts.promptSource,
    taskHash: facts.taskHash ?? (await hashTask(files, facts)),
    ...measured(facts.measures),
    verified,
    contradiction: contradiction === null ? null : `the outcome ${contradiction}`,
    failedChecks:
      status === "success" && contradiction === null
        ? []
        : failedCheckLines(await readFailedChecks(files, facts.document)),
    ...readRunRecord(facts.document),
  };
}

function measured({ durationMs, costUsd, usage }: Measures) {
  return { durationMs, costUsd, tokens: usage === null ? null : totalTokens(usage) };
}

async function artifact(files: FileSet, { artifacts }: TaskFacts, key: string) {
  const path = artifacts.get(key);
  const entry = path === undefined ? null : await files.get(path);
  return entry?.kind === "file" ? entry : null;
}

async function countEvents(files: FileSet, facts: TaskFacts): Promise<number> {
  const entry = await artifact(files, facts, "events");
  if (entry === null) return 0;
  let count = 0;
  const limits = { maxLineBytes: lineBytes, maxBytes: jsonlBytes };
  for await (const lines of readLines(piecesOf(entry), limits)) {
    for (const { text, badUtf8At } of lines) {
      if (badUtf8At !== undefined || text.trim() !== "") count++;
    }
  }
  return count;
}

async function countFiles(files: FileSet, facts: TaskFacts): Promise<number> {
  const entry = await artifact(files, facts, "workspaceManifest");
  if (entry === null) return 0;
  return (await readManifestFiles(entry, () => {})).fileCount;
}

async function hashTask(files: FileSet, facts: TaskFacts): Promise<string | null> {
  const entry = await artifact(files, facts, "task");
  const text = entry === null ? null : decodeUtf8(await readBytes(entry, contentBytes));
  return text === null ? null : taskHashOf(text);
}

/** A bundle that could not be read. */
export const reportErrorSchema = () => z.object({ path: z.string(), reason: z.string() });

/** A bundle that could not be read. */
export type ReportError = z.infer<ReturnType<typeof reportErrorSchema>>;

/** Why a bundle could not be read; an error that no bundle gives is a fault of ours. */
export function reportError(path: string, error: unknown): ReportError {
  if (!(error instanceof HoldallError)) throw error;
  return { path, reason: excerpt(error.message, 300) };
}

const weights = { success: 3, partial: 2, failure: 1 } as const;

/** The order of the ranking: successes first, then score, status, title, path; missing data last. No two are equal. */
export function compareRows(a: ReportRow, b: ReportRow): number {
  return (
    Number(isCounted(b)) - Number(isCounted(a)) ||
    Number(isSuccess(b)) - Number(isSuccess(a)) ||
    (b.score ?? 0) - (a.score ?? 0) ||
    weightOf(b) - weightOf(a) ||
    compareBytes(a.title, b.title) ||
    compareBytes(a.bundleDir, b.bundleDir)
  );
}

/** Whether a run counts as a success. */
export function isSuccess({ status, error }: Pick<ReportRow, "status" | "error">): boolean {
  return status === "success" && error === null;
}

/** Whether a run says something about its agent: one that ended outside the agent's work does not. */
export function isCounted({ error }: Pick<ReportRow, "error">): boolean {
  return error === null;
}

function weightOf({ status }: ReportRow): number {
  return status === null ? 0 : weights[status];
}
