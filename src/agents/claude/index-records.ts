import type { Findings } from "../../base/findings.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { AccountingCounter } from "../accounting.ts";
import type { SourceFile } from "../agent.ts";
import type { ItemBody } from "../build-items.ts";
import { isOpaque } from "../record-kinds.ts";
import { type RecordLocation, scanRecords } from "../records/scan-records.ts";
import { textOf } from "./blocks.ts";
import type { HeaderFacts } from "./header-facts.ts";
import { type DuplicatePair, markDuplicates } from "./mark-duplicates.ts";
import { createQueuedPrompts, type QueuedPrompts } from "./queued-prompts.ts";
import { bodiesOf, isCommand, typeOf } from "./record-bodies.ts";
import {
  addAnswer,
  addCall,
  addLine,
  addRecord,
  createTable,
  NONE,
  RECORD_ROLES,
  type RecordRole,
  type RecordTable,
  recordWithUuid,
  roleAt,
  valueAt,
} from "./record-table.ts";
import { addSubAgentCalls, promptOfRoot, type SubAgentCalls } from "./sub-agent-calls.ts";
import { isSidecar } from "./sub-agent-files.ts";

/** What a compaction says about itself. */
export interface Boundary {
  readonly logicalParent: string | null;
  readonly kept: readonly string[];
  /** First and last of what stays, where they are not listed one by one. */
  readonly span: readonly [string, string] | null;
}

/** All records of one file, each named by its number in the order of the file. */
export interface FileIndex {
  readonly file: SourceFile;
  readonly table: RecordTable;
  readonly boundaries: ReadonlyMap<number, Boundary>;
  /** First record of a sub-agent to the hash of its prompt. */
  readonly prompts: ReadonlyMap<number, string>;
  /** Slash commands that a prompt follows; the others only work the program. */
  readonly promptCommands: ReadonlySet<number>;
  /** Where the person went back to, if nothing was said since. */
  readonly rewoundTo: RewindTarget | null;
  readonly complete_bytes: number;
}

/** The record to which a conversation was taken back; none when it was taken back to its beginning. */
export interface RewindTarget {
  readonly leaf: string | null;
}

/** Where an index reports and what it fills. */
export interface IndexOptions {
  readonly findings: Findings;
  readonly accounting: AccountingCounter;
  readonly facts: Pick<HeaderFacts, "add">;
  readonly subAgentCalls: SubAgentCalls;
  /** The file is a sub-agent's own, so that its asides are its conversation. */
  readonly isSubAgentFile: boolean;
}

/** Goes once through a file: keeps the facts by which its records are ordered, and counts them. */
export async function indexRecords(file: SourceFile, options: IndexOptions): Promise<FileIndex> {
  const { findings, accounting, facts, subAgentCalls, isSubAgentFile } = options;
  const state = createIndexState(isSidecar(file.path));
  const { table } = state;
  const boundaries = new Map<number, Boundary>();
  const prompts = new Map<number, string>();
  const doubled: DuplicatePair[] = [];
  let rewoundTo: RewindTarget | null = null;
  const complete_bytes = await scanRecords(file, {
    findings,
    accounting,
    onRecord(record, location) {
      const bodies = bodiesOf(record);
      const number = addFacts(record, bodies, location, state);
      const isSidechain = table.isSidechain[number] === 1;
      facts.add(record, isSidechain && !isSubAgentFile);
      rewoundTo = rewindTarget(record) ?? (isSpoken(record) ? null : rewoundTo);
      const copy = addUuid(record, number, state);
      if (copy !== NONE) {
        const at = { file: file.path, line: valueAt(table.line, copy) };
        findings.warn("W_DUP_ID", at, `Its id is there again in line ${location.line}`);
        doubled.push([copy, number]);
      }
      if (isBoundary(record)) {
        boundaries.set(number, boundaryOf(record));
        // A response that was copied after a compaction is another one.
        endResponses(state);
      }
      // Some servers of models begin to count the ids of their responses again.
      const isPrompt = roleAt(table, number) === "prompt" && record.isMeta !== true;
      if (isPrompt && !isSidechain) endResponses(state);
      addSubAgentCalls(record, bodies, subAgentCalls);
      for (const delivered of state.queued.see(record, bodies, number)) {
        table.isOpaque[delivered] = 1;
      }
      const prompt = isSidechain ? promptOfRoot(record) : null;
      if (prompt !== null) prompts.set(number, prompt);
    },
  });
  await markDuplicates(file, table, doubled);
  countRecords(table, accounting);
  const { promptCommands } = state;
  return { file, table, boundaries, prompts, promptCommands, rewoundTo, complete_bytes };
}

/** What comes later is a line of another response, also under the id of an earlier one. */
function endResponses(state: IndexState): void {
  state.responses.clear();
  state.response = null;
}

/** Going back is recorded by naming the record that is the last one now. */
function rewindTarget({ type, leafUuid, explicit, rewound }: JsonObject): RewindTarget | null {
  if (type !== "last-prompt" || (explicit !== true && rewound !== true)) return null;
  if (typeof leafUuid === "string") return { leaf: leafUuid };
  return leafUuid === null ? { leaf: null } : null;
}

/** Whether a record goes on with the conversation. */
function isSpoken({ uuid, isSidechain }: JsonObject): boolean {
  return typeof uuid === "string" && isSidechain !== true;
}

function countRecords(table: RecordTable, accounting: AccountingCounter): void {
  for (let number = 0; number < table.count; number++) {
    const type = table.strings[valueAt(table.type, number)] ?? "";
    accounting.count(type, table.isOpaque[number] === 1 ? "opaque" : "transcript");
  }
}

/** What an index remembers while the records go by. */
interface IndexState {
  readonly table: RecordTable;
  readonly calls: Map<string, number>;
  readonly responses: Map<string, number>;
  /** The response that was seen last: its lines mostly follow each other. */
  response: { readonly id: string; readonly number: number } | null;
  readonly numbers: Map<string, number>;
  /** The id of the record before. */
  last: string | null;
  readonly isSidecar: boolean;
  readonly queued: QueuedPrompts;
  readonly promptCommands: Set<number>;
}

function createIndexState(isSidecarFile: boolean): IndexState {
  return {
    table: createTable(),
    calls: new Map(),
    responses: new Map(),
    response: null,
    numbers: new Map(),
    last: null,
    isSidecar: isSidecarFile,
    queued: createQueuedPrompts(),
    promptCommands: new Set(),
  };
}

/** Keeps the facts of a record and returns its number. */
function addFacts(
  record: JsonObject,
  bodies: readonly ItemBody[],
  location: RecordLocation,
  state: IndexState,
): number {
  const { table } = state;
  const number = addRecord(table, location);
  setParent(record, number, state);
  state.last = stringOf(record.uuid);
  table.type[number] = internString(state.isSidecar ? "agent-meta" : typeOf(record), state);
  if (typeof record.agentId === "string") table.agent[number] = internString(record.agentId, state);
  table.role[number] = RECORD_ROLES.indexOf(roleOf(record, bodies, number, state));
  table.items[number] = bodies.length;
  table.isOpaque[number] = isOpaque(bodies) ? 1 : 0;
  table.isSidechain[number] = record.isSidechain === true ? 1 : 0;
  addCalls(bodies, number, state);
  const response = responseNumber(record, state);
  if (response !== NONE) addLine(table, response, number);
  return number;
}

/** A parent is mostly the record before, which takes no search. */
function setParent({ parentUuid }: JsonObject, number: number, state: IndexState): void {
  if (typeof parentUuid !== "string") return;
  const { table, last } = state;
  const parent = parentUuid === last ? number - 1 : recordWithUuid(table, parentUuid);
  table.parent[number] = parent;
  if (parent === NONE) table.missing.set(number, parentUuid);
}

/** One number per word, instead of one text per record. */
function internString(text: string, { numbers, table }: IndexState): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, table.strings.length);
  return table.strings.push(text) - 1;
}

/** The number of the response of which a record is a line. */
function responseNumber({ type, message }: JsonObject, state: IndexState): number {
  const id = type === "assistant" && isObject(message) ? message.id : null;
  if (typeof id !== "string") return NONE;
  if (state.response?.id === id) return state.response.number;
  const { responses, table } = state;
  const number = responses.get(id) ?? table.responses.first.length;
  responses.set(id, number);
  state.response = { id, number };
  return number;
}

function isBoundary({ type, subtype }: JsonObject): boolean {
  return type === "system" && subtype === "compact_boundary";
}

function roleOf(
  record: JsonObject,
  bodies: readonly ItemBody[],
  number: number,
  { table, promptCommands }: IndexState,
): RecordRole {
  if (record.type === "assistant") return "assistant";
  if (isBoundary(record)) return "boundary";
  if (record.isCompactSummary === true) return "summary";
  if (isCommand(record)) return "command";
  const parent = valueAt(table.parent, number);
  if (isPromptOfCommand(record, parent, table)) {
    promptCommands.add(parent);
    return "prompt";
  }
  if (bodies.some(({ kind }) => kind === "tool_result")) return "result";
  if (record.type === "system") return "other";
  return bodies.some((body) => startsTurn(body, record)) ? "prompt" : "other";
}

/** Whether it is what a record in the person's place says, and not context that the program attached. */
function startsTurn(body: ItemBody, { type }: JsonObject): boolean {
  if (body.kind === "message") return body.sender !== "context" || type === "user";
  return body.kind === "error" || body.kind === "tool_call";
}

/** The prompt of a slash command is written by the program, right after the command. */
function isPromptOfCommand(record: JsonObject, parent: number, table: RecordTable): boolean {
  if (record.isMeta !== true || parent === NONE || roleAt(table, parent) !== "command") {
    return false;
  }
  const text = isObject(record.message) ? textOf(record.message.content) : "";
  return !/^\s{0,64}(?:<local-command-caveat>|Caveat: )/.test(text);
}

function addCalls(bodies: readonly ItemBody[], number: number, { table, calls }: IndexState): void {
  const before = table.callNumbers.length;
  for (const body of bodies) {
    if (body.kind !== "tool_call" && body.kind !== "tool_result") continue;
    const known = calls.get(body.call_id);
    const call = known ?? addCall(table);
    if (known === undefined) calls.set(body.call_id, call);
    if (body.kind === "tool_call") table.callNumbers.push(call);
    else addAnswer(table, call, number);
  }
  table.firstCall[number] = before;
  table.calls[number] = table.callNumbers.length - before;
}

/** Keeps a record's id, and returns the latest record before it that has the same. */
function addUuid({ uuid }: JsonObject, number: number, { table }: IndexState): number {
  if (typeof uuid !== "string") return NONE;
  const id = table.ids.add(uuid);
  const earlier = valueAt(table.latest, id);
  table.id[number] = id;
  table.latest[id] = number;
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

function stringOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
