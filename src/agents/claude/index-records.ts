import type { Findings } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { AccountingCounter, Fate } from "../accounting.ts";
import type { SourceFile } from "../agent.ts";
import type { ItemBody } from "../make-items.ts";
import { type RecordPlace, scanRecords } from "../scan-records.ts";
import { isSidecar } from "./agent-files.ts";
import { textOf } from "./blocks.ts";
import { bodiesOf, OPAQUE, typeOf } from "./bodies.ts";
import type { HeadFacts } from "./head-facts.ts";

/** What a record is for the order of a conversation. */
export type Part = "prompt" | "result" | "assistant" | "boundary" | "summary" | "beside";

/** The small facts kept of one record; its contents stay in the file. */
export interface Entry {
  readonly place: RecordPlace;
  readonly type: string;
  fate: Fate;
  readonly part: Part;
  readonly uuid: string | null;
  readonly parent: string | null;
  /** The record it follows, once all are known. */
  up: Entry | null;
  /** How many items it gives, usage not counted. */
  readonly items: number;
  /** Written by a sub-agent into the conversation's own file, as old versions did. */
  readonly isAside: boolean;
  readonly agent: string | null;
  /** Shared by the lines of one response. */
  readonly message: string | null;
  readonly calls: readonly string[];
  readonly answers: readonly string[];
  /** Compactions before it in the file. */
  readonly segment: number;
  carriesUsage: boolean;
}

/** What a compaction says about itself. */
export interface Boundary {
  readonly logicalParent: string | null;
  readonly kept: readonly string[];
  /** First and last of what stays, where they are not listed one by one. */
  readonly span: readonly [string, string] | null;
}

/** All records of one file, in its order. */
export interface FileIndex {
  readonly file: SourceFile;
  readonly entries: readonly Entry[];
  readonly byUuid: ReadonlyMap<string, Entry>;
  readonly boundaries: ReadonlyMap<Entry, Boundary>;
  readonly complete_bytes: number;
}

/** Who started which sub-agent, as far as the records say. */
export interface Spawns {
  /** Sub-agent to call. */
  readonly byAgent: Map<string, string>;
  /** Hash of a prompt to the call that gave it, for versions that name no agent. */
  readonly byPrompt: Map<string, string>;
  /** Call to the item that holds it. */
  readonly callItems: Map<string, string>;
  /** First record of a sub-agent to the hash of its prompt. */
  readonly prompts: Map<Entry, string>;
}

/** Where an index reports and what it fills. */
export interface IndexOptions {
  readonly findings: Findings;
  readonly accounting: AccountingCounter;
  readonly facts: Pick<HeadFacts, "see">;
  readonly spawns: Spawns;
  /** The file is a sub-agent's own, so that its asides are its conversation. */
  readonly isOwn: boolean;
}

const NONE: readonly string[] = [];

/** Goes once through a file: keeps the facts by which its records are ordered, and counts them. */
export async function indexRecords(file: SourceFile, options: IndexOptions): Promise<FileIndex> {
  const entries: Entry[] = [];
  const byUuid = new Map<string, Entry>();
  const boundaries = new Map<Entry, Boundary>();
  const types = new Map<string, string>();
  const usage = new Map<string, Entry>();
  const complete_bytes = await scanRecords(file, {
    ...options,
    see(record, place) {
      const type = shared(types, isSidecar(file.path) ? "agent-meta" : typeOf(record));
      const entry = entryOf(record, place, type, boundaries.size);
      entries.push(entry);
      options.facts.see(record, entry.isAside && !options.isOwn);
      keepUuid(byUuid, entry, file, options.findings);
      if (entry.part === "boundary") boundaries.set(entry, boundaryOf(record));
      if (entry.message !== null && entry.fate === "transcript") usage.set(entry.message, entry);
      noteSpawns(record, entry, options.spawns);
    },
  });
  for (const entry of usage.values()) entry.carriesUsage = true;
  for (const { type, fate } of entries) options.accounting.count(type, fate);
  return { file, entries, byUuid, boundaries, complete_bytes };
}

/** One text per word, instead of one per record. */
function shared(known: Map<string, string>, word: string): string {
  const found = known.get(word);
  if (found === undefined) known.set(word, word);
  return found ?? word;
}

function entryOf(record: JsonObject, place: RecordPlace, type: string, segment: number): Entry {
  const bodies = bodiesOf(record);
  const message =
    record.type === "assistant" && isObject(record.message) ? record.message.id : null;
  return {
    place,
    type,
    fate: bodies === OPAQUE ? "opaque" : "transcript",
    part: partOf(record, bodies),
    uuid: stringOf(record.uuid),
    parent: stringOf(record.parentUuid),
    up: null,
    items: bodies.length,
    isAside: record.isSidechain === true || typeof record.teamName === "string",
    agent: stringOf(record.agentId),
    message: stringOf(message),
    calls: idsOf(bodies, "tool_call"),
    answers: idsOf(bodies, "tool_result"),
    segment,
    carriesUsage: false,
  };
}

function partOf(record: JsonObject, bodies: readonly ItemBody[]): Part {
  if (record.type === "assistant") return "assistant";
  if (record.subtype === "compact_boundary" && record.type === "system") return "boundary";
  if (record.isCompactSummary === true) return "summary";
  if (bodies.some(({ kind }) => kind === "tool_result")) return "result";
  if (record.type === "system") return "beside";
  return bodies.some(({ kind }) => kind === "message" || kind === "error") ? "prompt" : "beside";
}

function idsOf(bodies: readonly ItemBody[], kind: "tool_call" | "tool_result"): readonly string[] {
  let ids: string[] | null = null;
  for (const body of bodies) {
    if (body.kind !== kind) continue;
    ids ??= [];
    ids.push(body.call_id);
  }
  return ids ?? NONE;
}

/** Of two records with one id the later one counts, as in the program itself. */
function keepUuid(
  byUuid: Map<string, Entry>,
  entry: Entry,
  file: SourceFile,
  findings: Findings,
): void {
  if (entry.uuid === null) return;
  const earlier = byUuid.get(entry.uuid);
  byUuid.set(entry.uuid, entry);
  if (earlier === undefined) return;
  earlier.fate = "opaque";
  const place = { file: file.path, line: earlier.place.line };
  findings.warn("W_DUP_ID", place, `The record is there again in line ${entry.place.line}`);
}

function boundaryOf(record: JsonObject): Boundary {
  const logicalParent = stringOf(record.logicalParentUuid);
  const metadata = isObject(record.compactMetadata) ? record.compactMetadata : {};
  const { preservedMessages: messages, preservedSegment: segment } = metadata;
  const listed = isObject(messages) && Array.isArray(messages.uuids) ? messages.uuids : [];
  const [head, tail] = isObject(segment) ? [segment.headUuid, segment.tailUuid] : [];
  const span =
    typeof head === "string" && typeof tail === "string" ? ([head, tail] as const) : null;
  return { logicalParent, kept: listed.filter((uuid) => typeof uuid === "string"), span };
}

const SPAWNING = new Set(["Task", "Agent"]);

function noteSpawns(record: JsonObject, entry: Entry, spawns: Spawns): void {
  if (entry.calls.length > 0) noteCalls(record, entry, spawns);
  const result = record.toolUseResult;
  if (isObject(result) && typeof result.agentId === "string" && entry.answers[0] !== undefined) {
    spawns.byAgent.set(result.agentId, entry.answers[0]);
  }
  const isRoot = entry.isAside && entry.parent === null && record.type === "user";
  if (isRoot && isObject(record.message)) {
    spawns.prompts.set(entry, sha256(textOf(record.message.content)));
  }
}

function noteCalls(record: JsonObject, entry: Entry, spawns: Spawns): void {
  for (const [index, body] of bodiesOf(record).entries()) {
    if (body.kind !== "tool_call" || !SPAWNING.has(body.name)) continue;
    spawns.callItems.set(body.call_id, index === 0 ? `${entry.uuid}` : `${entry.uuid}/${index}`);
    const prompt = isObject(body.arguments) ? body.arguments.prompt : undefined;
    if (typeof prompt === "string") spawns.byPrompt.set(sha256(prompt), body.call_id);
  }
}

function stringOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
