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

/** A call of a tool, and the records that answer it. */
export interface Call {
  readonly id: string;
  answers: Entry[];
}

/** The small facts kept of one record; its contents stay in the file. */
export interface Entry extends RecordPlace {
  /** Its place among the records of the file, counted from 0. */
  readonly number: number;
  readonly type: string;
  fate: Fate;
  readonly part: Part;
  readonly uuid: string | null;
  /** The record it follows, once that is known. */
  up: Entry | null;
  /** The parent's name as long as no such record has come. */
  readonly missing: string | null;
  /** A later record with the same id, which counts instead. */
  copiedBy: Entry | null;
  /** How many items it gives, usage not counted. */
  readonly items: number;
  /** Written by a sub-agent into the conversation's own file, as old versions did. */
  readonly isAside: boolean;
  readonly agent: string | null;
  /** The lines of one response, itself included; null when it is none. */
  readonly response: Entry[] | null;
  readonly calls: readonly Call[];
  readonly answers: readonly Call[];
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

const NONE: Call[] = [];
const NO_ANSWERS: Entry[] = [];

/** A list with one more; most have one, and a list made in one go takes a tenth of the memory. */
function extended<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

/** Goes once through a file: keeps the facts by which its records are ordered, and counts them. */
export async function indexRecords(file: SourceFile, options: IndexOptions): Promise<FileIndex> {
  const { findings, accounting, facts, spawns, isOwn } = options;
  const entries: Entry[] = [];
  const boundaries = new Map<Entry, Boundary>();
  const books = openBooks(isSidecar(file.path));
  const complete_bytes = await scanRecords(file, {
    ...options,
    see(record, place) {
      const bodies = bodiesOf(record);
      const entry = entryOf(record, bodies, { ...place, number: entries.length }, books);
      entries.push(entry);
      facts.see(record, entry.isAside && !isOwn);
      const copy = keepUuid(books.byUuid, entry);
      if (copy !== null) {
        const at = { file: file.path, line: copy.line };
        findings.warn("W_DUP_ID", at, `The record is there again in line ${place.line}`);
      }
      if (entry.part === "boundary") {
        boundaries.set(entry, boundaryOf(record));
        // A response that was copied behind a compaction is another one.
        books.responses.clear();
      }
      noteSpawns(record, entry, bodies, spawns);
    },
  });
  for (const { type, fate } of entries) accounting.count(type, fate);
  return { file, entries, byUuid: books.byUuid, boundaries, complete_bytes };
}

/** What an index remembers while the records go by. */
interface Books {
  readonly byUuid: Map<string, Entry>;
  readonly calls: Map<string, Call>;
  readonly responses: Map<string, Entry[]>;
  typeOf(record: JsonObject): string;
  /** The record with an id; mostly the last one, which takes no search. */
  find(uuid: string): Entry | null;
  last: Entry | null;
}

function openBooks(isSidecarFile: boolean): Books {
  const types = new Map<string, string>();
  return {
    byUuid: new Map(),
    calls: new Map(),
    responses: new Map(),
    last: null,
    find(uuid) {
      if (this.last?.uuid === uuid) return this.last;
      return this.byUuid.get(uuid) ?? null;
    },
    typeOf(record) {
      const word = isSidecarFile ? "agent-meta" : typeOf(record);
      const known = types.get(word); // One text per word, instead of one per record.
      if (known === undefined) types.set(word, word);
      return known ?? word;
    },
  };
}

function entryOf(
  record: JsonObject,
  bodies: readonly ItemBody[],
  { number, line, offset, bytes }: RecordPlace & Pick<Entry, "number">,
  books: Books,
): Entry {
  const parent = stringOf(record.parentUuid);
  const up = parent === null ? null : books.find(parent);
  const calls = callsOf(bodies, "tool_call", books.calls);
  const answers = callsOf(bodies, "tool_result", books.calls);
  const response = responseOf(record, books.responses);
  const entry: Entry = {
    number,
    line,
    offset,
    bytes,
    type: books.typeOf(record),
    fate: bodies === OPAQUE ? "opaque" : "transcript",
    part: partOf(record, bodies),
    uuid: stringOf(record.uuid),
    up,
    missing: up === null ? parent : null,
    copiedBy: null,
    items: bodies.length,
    isAside: record.isSidechain === true || typeof record.teamName === "string",
    agent: stringOf(record.agentId),
    response,
    calls,
    answers,
    carriesUsage: false,
  };
  for (const call of answers) call.answers = extended(call.answers, entry);
  if (response !== null) addLine(response, entry);
  books.last = entry;
  return entry;
}

/** The last line of a response that says something carries what the response cost. */
function addLine(response: Entry[], entry: Entry): void {
  response.push(entry);
  if (entry.fate !== "transcript") return;
  for (const line of response) line.carriesUsage = line === entry;
}

function responseOf({ type, message }: JsonObject, known: Map<string, Entry[]>): Entry[] | null {
  const id = type === "assistant" && isObject(message) ? message.id : null;
  if (typeof id !== "string") return null;
  const response = known.get(id) ?? [];
  if (response.length === 0) known.set(id, response);
  return response;
}

function partOf(record: JsonObject, bodies: readonly ItemBody[]): Part {
  if (record.type === "assistant") return "assistant";
  if (record.subtype === "compact_boundary" && record.type === "system") return "boundary";
  if (record.isCompactSummary === true) return "summary";
  if (bodies.some(({ kind }) => kind === "tool_result")) return "result";
  if (record.type === "system") return "beside";
  return bodies.some(({ kind }) => kind === "message" || kind === "error") ? "prompt" : "beside";
}

function callsOf(
  bodies: readonly ItemBody[],
  kind: "tool_call" | "tool_result",
  known: Map<string, Call>,
): readonly Call[] {
  let calls = NONE;
  for (const body of bodies) {
    if (body.kind !== kind) continue;
    const call = known.get(body.call_id) ?? { id: body.call_id, answers: NO_ANSWERS };
    known.set(call.id, call);
    calls = extended(calls, call);
  }
  return calls;
}

/** Of two records with one id the later one counts, as in the program itself; returns the earlier. */
function keepUuid(byUuid: Map<string, Entry>, entry: Entry): Entry | null {
  if (entry.uuid === null) return null;
  const earlier = byUuid.get(entry.uuid) ?? null;
  byUuid.set(entry.uuid, entry);
  if (earlier !== null) {
    earlier.fate = "opaque";
    earlier.carriesUsage = false;
    earlier.copiedBy = entry;
  }
  return earlier;
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

function noteSpawns(
  record: JsonObject,
  entry: Entry,
  bodies: readonly ItemBody[],
  spawns: Spawns,
): void {
  if (entry.calls.length > 0) noteCalls(entry, bodies, spawns);
  const [call] = entry.answers;
  const result = call === undefined ? undefined : record.toolUseResult;
  if (call && isObject(result) && typeof result.agentId === "string") {
    spawns.byAgent.set(result.agentId, call.id);
  }
  const isRoot = entry.isAside && record.parentUuid === null && record.type === "user";
  if (isRoot && isObject(record.message)) {
    spawns.prompts.set(entry, sha256(textOf(record.message.content)));
  }
}

function noteCalls(entry: Entry, bodies: readonly ItemBody[], spawns: Spawns): void {
  for (const [index, body] of bodies.entries()) {
    if (body.kind !== "tool_call" || !SPAWNING.has(body.name)) continue;
    spawns.callItems.set(body.call_id, index === 0 ? `${entry.uuid}` : `${entry.uuid}/${index}`);
    const prompt = isObject(body.arguments) ? body.arguments.prompt : undefined;
    if (typeof prompt === "string") spawns.byPrompt.set(sha256(prompt), body.call_id);
  }
}

function stringOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
