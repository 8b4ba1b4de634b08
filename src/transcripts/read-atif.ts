import { asText } from "../agents/as-text.ts";
import { createFindings, type Finding, type Findings } from "../base/findings.ts";
import { sha256 } from "../base/hash.ts";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import type { TranscriptHeader, TranscriptItem } from "../model/transcript.ts";
import { timestamp } from "../model/values.ts";
import { stepBodies } from "./atif-bodies.ts";

/** A trajectory as a transcript. */
export interface AtifReading {
  readonly header: TranscriptHeader;
  readonly items: readonly TranscriptItem[];
  readonly findings: readonly Finding[];
}

const MARK = "ATIF-";
const VERSION = /^ATIF-v1\.[0-8]$/;

/** Whether a document says that it is a trajectory. */
export function isAtif(document: unknown): document is JsonObject {
  return (
    isObject(document) &&
    typeof document.schema_version === "string" &&
    document.schema_version.startsWith(MARK) &&
    Array.isArray(document.steps)
  );
}

/** Whether a text begins as a trajectory that we wrote does. */
export function beginsAtif(text: string): boolean {
  return /^\{\s*"schema_version"\s*:\s*"(.*)/.exec(text)?.[1]?.startsWith(MARK) === true;
}

/** Reads a trajectory of version 1.0 to 1.8; what is not understood is passed over with a finding. */
export function readAtif(document: JsonObject, file: string): AtifReading {
  const findings = createFindings("lenient");
  if (!VERSION.test(asText(document.schema_version))) {
    const version = asText(document.schema_version);
    findings.warn("W_UNKNOWN_VERSION", { file }, `Version "${version}" was never tried`);
  }
  const reading: Reading = { file, findings, items: [], thread: null, parent: null };
  readSteps(reading, document.steps);
  const children = document.subagent_trajectories;
  for (const [number, child] of (Array.isArray(children) ? children : []).entries()) {
    if (!isObject(child)) continue;
    const thread = asText(child.trajectory_id ?? child.session_id) || `trajectory-${number + 1}`;
    readSteps({ ...reading, thread }, child.steps);
  }
  return { header: headerOf(document, file), items: reading.items, findings: findings.list() };
}

interface Reading {
  readonly file: string;
  readonly findings: Findings;
  readonly items: TranscriptItem[];
  readonly thread: string | null;
  parent: string | null;
}

function headerOf(document: JsonObject, file: string): TranscriptHeader {
  const agent = isObject(document.agent) ? document.agent : {};
  const extra = isObject(document.extra) ? document.extra : {};
  const [first] = Array.isArray(document.steps) ? document.steps : [];
  const text = (value: Json | undefined) => asText(value) || null;
  return {
    type: "transcript",
    version: 1,
    agent: text(agent.name) ?? "unknown",
    agent_version: text(agent.version),
    session_id: text(document.session_id) ?? text(document.trajectory_id) ?? file,
    cwd: text(extra.cwd),
    started_at: timeOf(extra.started_at) ?? timeOf(isObject(first) ? first.timestamp : undefined),
    title: text(extra.title),
    model: text(agent.model_name),
    git_branch: text(extra.git_branch),
  };
}

function timeOf(value: Json | undefined): string | null {
  return typeof value === "string" && timestamp.safeParse(value).success ? value : null;
}

function readSteps(reading: Reading, steps: Json | undefined): void {
  const { file, findings, thread, items } = reading;
  for (const [index, step] of (Array.isArray(steps) ? steps : []).entries()) {
    const line = index + 1;
    if (!isObject(step)) {
      findings.warn("W_JSONL_LINE", { file, line }, `Step ${line} is not an object`);
      continue;
    }
    const place = thread === null ? `step-${line}` : `${thread}:step-${line}`;
    const common = {
      at: timeOf(step.timestamp),
      source: { file, line, type: asText(step.source) },
      raw: sha256(JSON.stringify(step)),
      thread,
      branch: null,
    };
    for (const [number, body] of stepBodies(step, place).entries()) {
      const id = number === 0 ? place : `${place}/${number}`;
      items.push({ ...common, ...body, id, parent_id: reading.parent });
      reading.parent = id;
    }
  }
}
