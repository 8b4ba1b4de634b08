import type { Findings } from "../../base/findings.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import type { TranscriptHeader } from "../../model/transcript.ts";
import type { AccountingCounter } from "../accounting.ts";
import type { SourceFile } from "../agent.ts";
import { parseTime } from "../build-items.ts";
import { isTelling, promptTitle, titleAfter } from "../prompt-title.ts";
import { createLocations, type RecordLocations } from "../records/record-locations.ts";
import { type RecordLocation, scanRecords } from "../records/scan-records.ts";
import { type FoldedLog, foldLog, type ListedMessage, type LogFold } from "./fold-log.ts";
import { logSteps } from "./item-order.ts";
import { kinds, unknownKeyOf } from "./kinds.ts";
import { bodiesOf, snapshotOf, textOf } from "./message-bodies.ts";

/** What must be known of a message to know whether it says something that was not said before. */
interface MessageSketch {
  /** Calls whose results it contains. */
  readonly results: readonly string[];
  /** Whether it says anything else. */
  readonly hasContent: boolean;
}

/** A log after its first pass. */
export interface LogIndex {
  readonly file: SourceFile;
  readonly facts: HeaderFacts;
  readonly locations: RecordLocations;
  /** The type of each record. */
  readonly types: readonly string[];
  readonly folded: FoldedLog;
  /** Numbers of the records that become items; the others are opaque. */
  readonly shownRecords: ReadonlySet<number>;
  readonly complete_bytes: number;
}

/** What a log says of its session. */
export type HeaderFacts = Pick<TranscriptHeader, "started_at" | "title" | "model"> & {
  readonly session_id: string | null;
  readonly cwd: string | null;
};

const ACKNOWLEDGEMENT = /^Got it\. Thanks for the additional context!/;

/** Where the first pass reports. */
export interface LogReports {
  readonly findings: Findings;
  readonly accounting: AccountingCounter;
}

/** Goes through a log once: its messages by id, and what its records come to. */
export async function indexLog(file: SourceFile, reports: LogReports): Promise<LogIndex> {
  const pass: Pass = {
    ...reports,
    file,
    locations: createLocations(),
    types: [],
    fold: foldLog(),
    sketches: new Map(),
    unknown: new Set(),
    facts: {},
  };
  const complete_bytes = await scanRecords(file, {
    ...reports,
    onRecord: (record, location) => addRecord(pass, record, location),
  });
  const { facts, locations, types } = pass;
  const folded = pass.fold.result();
  const emitted = recordsWithItems(folded, pass.sketches);
  for (const [number, type] of types.entries()) {
    reports.accounting.count(type, emitted.has(number) ? "transcript" : "opaque");
  }
  return {
    file,
    facts: headerFacts(facts),
    locations,
    types,
    folded,
    shownRecords: emitted,
    complete_bytes,
  };
}

function headerFacts(facts: Pass["facts"]): HeaderFacts {
  return {
    session_id: facts.session_id ?? null,
    cwd: facts.cwd ?? null,
    started_at: facts.started_at ?? null,
    title: facts.summary ?? facts.prompt ?? null,
    model: facts.model ?? null,
  };
}

/** The records that come to an item: a result that was shown with its call is not shown again. */
function recordsWithItems(
  folded: FoldedLog,
  sketches: ReadonlyMap<string, MessageSketch>,
): Set<number> {
  const emitted = new Set<number>();
  const answered = new Set<string>();
  for (const step of logSteps(folded)) {
    if (step.kind !== "message") {
      emitted.add(step.record);
      continue;
    }
    const { results = [], hasContent = false } = sketches.get(step.slot.id) ?? {};
    if (hasContent || results.some((id) => !answered.has(id))) emitted.add(step.slot.record);
    for (const id of results) answered.add(id);
  }
  return emitted;
}

interface Pass extends LogReports {
  readonly file: SourceFile;
  readonly locations: RecordLocations;
  readonly types: string[];
  readonly fold: LogFold;
  readonly sketches: Map<string, MessageSketch>;
  readonly unknown: Set<string>;
  readonly facts: {
    session_id?: string;
    cwd?: string;
    started_at?: string | null;
    summary?: string;
    prompt?: string | null;
    model?: string;
  };
}

function addRecord(pass: Pass, record: JsonObject, location: RecordLocation): void {
  const number = pass.locations.add(location);
  const type = typeOf(record);
  pass.types.push(type);
  if (typeof record.$rewindTo === "string") pass.fold.rewind(number, record.$rewindTo);
  else if (typeof record.id === "string") addMessage(pass, record, number);
  else if (isObject(record.$set)) applyPatch(pass, record.$set, number);
  else if (typeof record.sessionId === "string") applyPatch(pass, record, number);
  if (!kinds.has(type)) reportUnknown(pass, type, location);
}

/** The type of a record; a message is known by its id. */
export function typeOf(record: JsonObject): string {
  if (record.$rewindTo !== undefined) return "$rewindTo";
  if (typeof record.id === "string")
    return typeof record.type === "string" ? record.type : "(none)";
  const isHead = typeof record.sessionId === "string" && record.$set === undefined;
  const facts = isHead ? record : record.$set;
  if (!isObject(facts)) return "(none)";
  const unknown = unknownKeyOf(facts);
  const type = isHead ? "header" : "$set";
  return unknown === null ? type : `${type}/${unknown}`;
}

function addMessage(pass: Pass, message: JsonObject, number: number): void {
  const id = String(message.id);
  pass.fold.message(number, id);
  pass.sketches.set(id, sketchOf(message));
  addFacts(pass, message);
}

function applyPatch(pass: Pass, patch: JsonObject, number: number): void {
  const { facts } = pass;
  if (typeof patch.sessionId === "string") facts.session_id = patch.sessionId;
  const summary = typeof patch.summary === "string" ? promptTitle(patch.summary) : null;
  if (summary !== null) facts.summary = summary;
  facts.started_at ??= parseTime(patch.startTime);
  const [folder] = Array.isArray(patch.directories) ? patch.directories : [];
  if (typeof folder === "string") facts.cwd = folder;
  if (Array.isArray(patch.messages)) pass.fold.replaceAll(number, listOf(pass, patch.messages));
}

function listOf(pass: Pass, messages: readonly Json[]): ListedMessage[] {
  let isAfterSummary = false;
  return messages.map((message, at) => {
    if (!isObject(message)) return { id: `(${at})`, role: "nod" };
    addFacts(pass, message);
    const id = typeof message.id === "string" ? message.id : `(${at})`;
    if (!pass.sketches.has(id)) pass.sketches.set(id, sketchOf(message));
    const isSummary = snapshotOf(message) !== null;
    const isNod =
      isAfterSummary && message.type === "gemini" && ACKNOWLEDGEMENT.test(textOf(message.content));
    isAfterSummary = isSummary;
    return { id, role: isSummary ? "summary" : isNod ? "nod" : "message" };
  });
}

function sketchOf(message: JsonObject): MessageSketch {
  const bodies = bodiesOf(message, new Set());
  const results = bodies.flatMap((body) => (body.kind === "tool_result" ? [body.call_id] : []));
  return { results, hasContent: bodies.length > results.length };
}

function addFacts({ facts }: Pass, message: JsonObject): void {
  if (typeof message.model === "string") facts.model = message.model;
  if (message.type !== "user" || isTelling(facts.prompt ?? null)) return;
  if (snapshotOf(message) !== null) return;
  const [first] = bodiesOf(message, new Set());
  if (first?.kind === "message") facts.prompt = titleAfter(facts.prompt ?? null, first.text);
}

function reportUnknown(
  { file, findings, unknown }: Pass,
  type: string,
  location: RecordLocation,
): void {
  if (unknown.has(type) || unknown.size > 100) return;
  unknown.add(type);
  const message = `Records of type "${excerpt(type)}" are not known`;
  findings.warn("W_UNKNOWN_RECORD", { file: file.path, line: location.line }, message);
}
