import type { RecordLocation } from "../records/scan-records.ts";
import { createIds, type RecordIds } from "./record-ids.ts";

/** What a record is for the order of a conversation. */
export const RECORD_ROLES = [
  "prompt",
  /** A slash command; its prompt may follow as a record of its own. */
  "command",
  "result",
  "assistant",
  "boundary",
  "summary",
  "other",
] as const;

/** One of the parts. */
export type RecordRole = (typeof RECORD_ROLES)[number];

/** The number of no record, no response, no word. */
export const NONE = -1;

/** Each column by what it contains of a record; what is a word is a number in the list of words. */
const COLUMNS = [
  "line",
  "bytes",
  /** Its number in the list of ids. */
  "id",
  "type",
  "agent",
  "role",
  /** How many items it gives, usage not counted. */
  "items",
  /** The record it follows, once that is known. */
  "parent",
  /** A later record with the same id that says the same, which counts instead. */
  "duplicatedBy",
  "isOpaque",
  /** Written by a sub-agent into the conversation's own file, as old versions did. */
  "isSidechain",
  /** The response of which it is a line, and the next line of that. */
  "response",
  "nextLine",
  "carriesUsage",
  /** Where its calls begin in the list of all calls made, and how many they are. */
  "firstCall",
  "calls",
] as const;

type Columns = Record<(typeof COLUMNS)[number], Int32Array>;

/**
 * The small facts kept of the records of one file, whose contents stay there. A long conversation has
 * so many that an object for each would take longer to keep than its line takes to parse.
 */
export interface RecordTable extends Columns {
  count: number;
  offset: Float64Array;
  readonly ids: RecordIds;
  /** The latest record with each id. */
  readonly latest: number[];
  readonly strings: string[];
  /** Names of parents as long as no such record has come. */
  readonly missing: Map<number, string>;
  readonly responses: {
    readonly first: number[];
    readonly last: number[];
    readonly usageLine: number[];
  };
  readonly callNumbers: number[];
  readonly answers: Answers;
}

/** Which records answer a call: a chain of answers for each call. */
interface Answers {
  readonly first: number[];
  readonly last: number[];
  readonly record: number[];
  readonly next: number[];
}

const FIRST_SIZE = 256;

/** Begins a table without records. */
export function createTable(): RecordTable {
  return {
    ...columnsOf(FIRST_SIZE),
    count: 0,
    offset: new Float64Array(FIRST_SIZE),
    ids: createIds(),
    latest: [],
    strings: [],
    missing: new Map(),
    responses: { first: [], last: [], usageLine: [] },
    callNumbers: [],
    answers: { first: [], last: [], record: [], next: [] },
  };
}

function columnsOf(size: number): Columns {
  const column = () => new Int32Array(size).fill(NONE);
  return {
    line: column(),
    bytes: column(),
    id: column(),
    type: column(),
    agent: column(),
    role: column(),
    items: column(),
    parent: column(),
    duplicatedBy: column(),
    isOpaque: column(),
    isSidechain: column(),
    response: column(),
    nextLine: column(),
    carriesUsage: column(),
    firstCall: column(),
    calls: column(),
  };
}

/** Makes room for one more record and returns its number. */
export function addRecord(table: RecordTable, location: RecordLocation): number {
  const number = table.count++;
  if (number === table.line.length) widen(table);
  table.line[number] = location.line;
  table.bytes[number] = location.bytes;
  table.offset[number] = location.offset;
  return number;
}

function widen(table: RecordTable): void {
  const size = table.line.length * 2;
  for (const key of COLUMNS) {
    const wider = new Int32Array(size).fill(NONE);
    wider.set(table[key]);
    table[key] = wider;
  }
  const offset = new Float64Array(size);
  offset.set(table.offset);
  table.offset = offset;
}

/** The value of a column for a record. */
export function valueAt(column: Int32Array | readonly number[], number: number): number {
  return column[number] ?? NONE;
}

/** Adds a line to a response; the last one that says something carries what the response cost. */
export function addLine(table: RecordTable, response: number, number: number): void {
  const { first, last, usageLine } = table.responses;
  if (response === first.length) {
    first.push(number);
    usageLine.push(NONE);
  } else {
    table.nextLine[valueAt(last, response)] = number;
  }
  last[response] = number;
  table.response[number] = response;
  if (table.isOpaque[number] === 1) return;
  const before = valueAt(usageLine, response);
  if (before !== NONE) table.carriesUsage[before] = 0;
  table.carriesUsage[number] = 1;
  usageLine[response] = number;
}

/** Adds a record to those that answer a call. */
export function addAnswer({ answers }: RecordTable, call: number, number: number): void {
  const { first, last, record, next } = answers;
  const answer = record.push(number) - 1;
  next.push(NONE);
  if (first[call] === NONE) first[call] = answer;
  else next[valueAt(last, call)] = answer;
  last[call] = answer;
}

/** The number of a call that nobody has answered yet. */
export function addCall({ answers }: RecordTable): number {
  answers.last.push(NONE);
  return answers.first.push(NONE) - 1;
}

/** The record that answers a call, when there is just one. */
export function onlyAnswerTo({ answers }: RecordTable, call: number): number {
  const first = valueAt(answers.first, call);
  return first === answers.last[call] ? valueAt(answers.record, first) : NONE;
}

/** The records that answer a call, in the order of the file. */
export function answersTo({ answers }: RecordTable, call: number): number[] {
  const records: number[] = [];
  for (let at = valueAt(answers.first, call); at !== NONE; at = valueAt(answers.next, at)) {
    records.push(valueAt(answers.record, at));
  }
  return records;
}

/** One record's facts as an object, for who looks at single records. */
export interface RecordEntry extends RecordLocation {
  readonly number: number;
  readonly type: string;
  readonly isOpaque: boolean;
  readonly role: RecordRole;
  readonly parent: number;
  readonly agent: string | null;
  readonly carriesUsage: boolean;
}

/** The facts of a record. */
export function recordEntry(table: RecordTable, number: number): RecordEntry {
  return {
    number,
    line: valueAt(table.line, number),
    offset: table.offset[number] ?? 0,
    bytes: valueAt(table.bytes, number),
    type: table.strings[valueAt(table.type, number)] ?? "",
    isOpaque: table.isOpaque[number] === 1,
    role: roleAt(table, number),
    parent: valueAt(table.parent, number),
    agent: table.strings[valueAt(table.agent, number)] ?? null,
    carriesUsage: table.carriesUsage[number] === 1,
  };
}

/** A record's own id. */
export function uuidAt({ id, ids }: RecordTable, number: number): string | null {
  const own = valueAt(id, number);
  return own === NONE ? null : ids.text(own);
}

/** The record with an id, of several the latest. */
export function recordWithUuid({ ids, latest }: RecordTable, uuid: string): number {
  return valueAt(latest, ids.find(uuid));
}

/** What a record is for the order of the conversation. */
export function roleAt(table: RecordTable, number: number): RecordRole {
  return RECORD_ROLES[valueAt(table.role, number)] ?? "other";
}
