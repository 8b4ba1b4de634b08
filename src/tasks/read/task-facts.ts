/**
 * The facts of one task bundle that comparisons and reports need, without reading its files: only
 * `bundle.json` is read and checked here, so that thousands of bundles can be looked at.
 */
import * as z from "zod";
import { checkRecord } from "../../base/check-record.ts";
import type { FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { pathFault } from "../../base/paths.ts";
import { readJson } from "../../base/read-document.ts";
import { excerpt } from "../../base/text/text.ts";
import { limitsByFormat } from "../../formats/limits.ts";
import { loadFormat } from "../../formats/registry.ts";
import { objectOf, ownValue, textOf } from "../../model/task-bundle.ts";
import { type Measures, readMeasures } from "./measures.ts";

/** How a run ended, as its bundle records it. */
export type OutcomeStatus = "success" | "failure" | "partial";

/** What `bundle.json` records of one artifact. */
export const recordedArtifactSchema = () =>
  z.object({
    path: z.string(),
    sha256: z.string(),
    size: z.number(),
  });

/** What `bundle.json` records of one artifact. */
export type RecordedArtifact = z.infer<ReturnType<typeof recordedArtifactSchema>>;

/** One task bundle, by its `bundle.json`. */
export interface TaskFacts {
  /** The whole document, unknown keys included. */
  readonly document: JsonObject;
  readonly schemaVersion: string;
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly tool: string | null;
  readonly model: string | null;
  readonly runtime: string | null;
  readonly repo: string | null;
  readonly commit: string | null;
  readonly branch: string | null;
  readonly tags: readonly string[];
  /** Paths of the artifacts by their key. */
  readonly artifacts: ReadonlyMap<string, string>;
  readonly artifactInfo: ReadonlyMap<string, RecordedArtifact>;
  readonly outcome: OutcomeFacts | null;
  readonly promptSource: string | null;
  readonly taskHash: string | null;
  readonly measures: Measures;
}

/** The outcome of a run. */
export interface OutcomeFacts {
  readonly status: OutcomeStatus | null;
  readonly score: number | null;
  readonly judgeNotes: string | null;
}

const { documentBytes } = limitsByFormat["task-bundle"];
const INDEX = "bundle.json";

/** Reads the facts of a bundle; null, with findings, when they cannot be relied on. */
export async function readTaskFacts(files: FileSet, findings: Findings): Promise<TaskFacts | null> {
  const options = { findings, maxBytes: documentBytes, allowBom: true };
  const value = (await readJson(files, INDEX, options))?.value;
  if (value === undefined) return null;
  const { records } = await loadFormat("task-bundle");
  const { bundle } = records;
  if (bundle === undefined || !checkRecord(bundle, value, { file: INDEX }, findings)) return null;
  if (!isObject(value) || !isKnownVersion(value, findings)) return null;
  const artifacts = artifactPaths(objectOf(value, "artifacts"), findings);
  return artifacts === null ? null : factsOf(value, artifacts);
}

function isKnownVersion(document: JsonObject, findings: Findings): boolean {
  const version = textOf(document, "schemaVersion") ?? "";
  if (/^0\.\d/.test(version)) return true;
  const message = `Version "${excerpt(version)}" is not supported, only 0.2.x`;
  findings.error("E_VERSION", { file: INDEX, pointer: "/schemaVersion" }, message);
  return false;
}

/** Every pointer of `artifacts`, or null with a finding when one of them leaves the bundle. */
function artifactPaths(
  artifacts: JsonObject,
  findings: Findings,
): ReadonlyMap<string, string> | null {
  const paths = new Map<string, string>();
  for (const key of Object.keys(artifacts)) {
    const text = textOf(artifacts, key);
    if (text === null) continue;
    const path = text.length > 1 ? text.replace(/\/$/, "") : text;
    const fault = pathFault(path);
    if (fault !== null) {
      const message = `The path "${excerpt(path)}" ${fault}`;
      findings.error("E_PATH", { file: INDEX, pointer: `/artifacts/${key}` }, message);
      return null;
    }
    paths.set(key, path);
  }
  return paths;
}

function factsOf(document: JsonObject, artifacts: ReadonlyMap<string, string>): TaskFacts {
  const text = (key: string): string | null => textOf(document, key);
  const tags = ownValue(document, "tags");
  return {
    document,
    schemaVersion: text("schemaVersion") ?? "",
    id: text("id") ?? "",
    title: text("title") ?? "",
    createdAt: text("createdAt") ?? "",
    tool: text("tool"),
    model: text("model"),
    runtime: text("runtime"),
    repo: text("repo"),
    commit: text("commit"),
    branch: text("branch"),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    artifacts,
    artifactInfo: recordedArtifacts(objectOf(document, "artifactInfo")),
    outcome: outcomeOf(ownValue(document, "outcome")),
    promptSource: textOf(objectOf(document, "runner"), "promptSource"),
    taskHash: text("taskHash"),
    measures: readMeasures(document),
  };
}

function recordedArtifacts(artifacts: JsonObject): ReadonlyMap<string, RecordedArtifact> {
  const recorded = new Map<string, RecordedArtifact>();
  for (const key of Object.keys(artifacts)) {
    const each = objectOf(artifacts, key);
    const path = textOf(each, "path");
    const sha256 = textOf(each, "sha256");
    const size = each.size;
    if (path !== null && sha256 !== null && typeof size === "number") {
      recorded.set(key, { path, sha256, size });
    }
  }
  return recorded;
}

function outcomeOf(value: Json | undefined): OutcomeFacts | null {
  if (!isObject(value)) return null;
  const status = textOf(value, "status");
  const score = ownValue(value, "score");
  return {
    status: status === "success" || status === "failure" || status === "partial" ? status : null,
    score: typeof score === "number" ? score : null,
    judgeNotes: textOf(value, "judgeNotes"),
  };
}
