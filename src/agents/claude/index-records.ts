import type { Findings } from "../../base/findings.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { AccountingCounter } from "../accounting.ts";
import type { SourceFile } from "../agent.ts";
import type { ItemBody } from "../make-items.ts";
import { type RecordPlace, scanRecords } from "../scan-records.ts";
import { isSidecar } from "./agent-files.ts";
import { bodiesOf, OPAQUE, typeOf } from "./bodies.ts";
import type { HeadFacts } from "./head-facts.ts";
import {
  addAnswer,
  addCall,
  addLine,
  addRecord,
  createTable,
  NONE,
  PARTS,
  type Part,
  type RecordTable,
  recordWith,
  valueAt,
} from "./record-table.ts";
import { noteSpawns, promptOfRoot, type Spawns } from "./spawns.ts";
import { type Doubled, tellCopies } from "./tell-copies.ts";

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
  readonly complete_bytes: number;
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

/** Goes once through a file: keeps the facts by which its records are ordered, and counts them. */
export async function indexRecords(file: SourceFile, options: IndexOptions): Promise<FileIndex> {
  const { findings, accounting, facts, spawns, isOwn } = options;
  const books = openBooks(isSidecar(file.path));
  const { table } = books;
  const boundaries = new Map<number, Boundary>();
  const prompts = new Map<number, string>();
  const doubled: Doubled[] = [];
  const complete_bytes = await scanRecords(file, {
    findings,
    accounting,
    see(record, place) {
      const bodies = bodiesOf(record);
      const number = keep(record, bodies, place, books);
      const isAside = table.isAside[number] === 1;
      facts.see(record, isAside && !isOwn);
      const copy = keepUuid(record, number, books);
      if (copy !== NONE) {
        const at = { file: file.path, line: valueAt(table.line, copy) };
        findings.warn("W_DUP_ID", at, `Its id is there again in line ${place.line}`);
        doubled.push([copy, number]);
      }
      if (isBoundary(record)) {
        boundaries.set(number, boundaryOf(record));
        // A response that was copied behind a compaction is another one.
        books.responses.clear();
        books.response = null;
      }
      noteSpawns(record, bodies, spawns);
      const prompt = isAside ? promptOfRoot(record) : null;
      if (prompt !== null) prompts.set(number, prompt);
    },
  });
  await tellCopies(file, table, doubled);
  countRecords(table, accounting);
  return { file, table, boundaries, prompts, complete_bytes };
}

function countRecords(table: RecordTable, accounting: AccountingCounter): void {
  for (let number = 0; number < table.count; number++) {
    const type = table.words[valueAt(table.type, number)] ?? "";
    accounting.count(type, table.isOpaque[number] === 1 ? "opaque" : "transcript");
  }
}

/** What an index remembers while the records go by. */
interface Books {
  readonly table: RecordTable;
  readonly calls: Map<string, number>;
  readonly responses: Map<string, number>;
  /** The response that was seen last: its lines mostly follow each other. */
  response: { readonly id: string; readonly number: number } | null;
  readonly words: Map<string, number>;
  /** The id of the record before. */
  last: string | null;
  readonly isSidecar: boolean;
}

function openBooks(isSidecarFile: boolean): Books {
  return {
    table: createTable(),
    calls: new Map(),
    responses: new Map(),
    response: null,
    words: new Map(),
    last: null,
    isSidecar: isSidecarFile,
  };
}

/** Keeps the facts of a record and returns its number. */
function keep(
  record: JsonObject,
  bodies: readonly ItemBody[],
  place: RecordPlace,
  books: Books,
): number {
  const { table } = books;
  const number = addRecord(table, place);
  keepParent(record, number, books);
  books.last = stringOf(record.uuid);
  table.type[number] = wordOf(books.isSidecar ? "agent-meta" : typeOf(record), books);
  if (typeof record.agentId === "string") table.agent[number] = wordOf(record.agentId, books);
  table.part[number] = PARTS.indexOf(partOf(record, bodies));
  table.items[number] = bodies.length;
  table.isOpaque[number] = bodies === OPAQUE ? 1 : 0;
  const isAside = record.isSidechain === true || typeof record.teamName === "string";
  table.isAside[number] = isAside ? 1 : 0;
  keepCalls(bodies, number, books);
  const response = responseOf(record, books);
  if (response !== NONE) addLine(table, response, number);
  return number;
}

/** A parent is mostly the record before, which takes no search. */
function keepParent({ parentUuid }: JsonObject, number: number, books: Books): void {
  if (typeof parentUuid !== "string") return;
  const { table, last } = books;
  const up = parentUuid === last ? number - 1 : recordWith(table, parentUuid);
  table.up[number] = up;
  if (up === NONE) table.missing.set(number, parentUuid);
}

/** One number per word, instead of one text per record. */
function wordOf(word: string, { words, table }: Books): number {
  const known = words.get(word);
  if (known !== undefined) return known;
  words.set(word, table.words.length);
  return table.words.push(word) - 1;
}

/** The number of the response of which a record is a line. */
function responseOf({ type, message }: JsonObject, books: Books): number {
  const id = type === "assistant" && isObject(message) ? message.id : null;
  if (typeof id !== "string") return NONE;
  if (books.response?.id === id) return books.response.number;
  const { responses, table } = books;
  const number = responses.get(id) ?? table.responses.first.length;
  responses.set(id, number);
  books.response = { id, number };
  return number;
}

function isBoundary({ type, subtype }: JsonObject): boolean {
  return type === "system" && subtype === "compact_boundary";
}

function partOf(record: JsonObject, bodies: readonly ItemBody[]): Part {
  if (record.type === "assistant") return "assistant";
  if (isBoundary(record)) return "boundary";
  if (record.isCompactSummary === true) return "summary";
  if (bodies.some(({ kind }) => kind === "tool_result")) return "result";
  if (record.type === "system") return "beside";
  return bodies.some(({ kind }) => kind === "message" || kind === "error") ? "prompt" : "beside";
}

function keepCalls(bodies: readonly ItemBody[], number: number, { table, calls }: Books): void {
  const before = table.calls_made.length;
  for (const body of bodies) {
    if (body.kind !== "tool_call" && body.kind !== "tool_result") continue;
    const known = calls.get(body.call_id);
    const call = known ?? addCall(table);
    if (known === undefined) calls.set(body.call_id, call);
    if (body.kind === "tool_call") table.calls_made.push(call);
    else addAnswer(table, call, number);
  }
  table.firstCall[number] = before;
  table.calls[number] = table.calls_made.length - before;
}

/** Keeps a record's id, and returns the latest record before it that has the same. */
function keepUuid({ uuid }: JsonObject, number: number, { table }: Books): number {
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
