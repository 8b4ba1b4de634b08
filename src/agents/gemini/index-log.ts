import type { Findings } from "../../base/findings.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text.ts";
import type { TranscriptHeader } from "../../model/transcript.ts";
import type { AccountingCounter } from "../accounting.ts";
import type { SourceFile } from "../agent.ts";
import { timeOf } from "../make-items.ts";
import { promptTitle } from "../prompt-title.ts";
import { createPlaces, type RecordPlaces } from "../record-places.ts";
import { type RecordPlace, scanRecords } from "../scan-records.ts";
import { type FoldedLog, foldLog, type ListedMessage, type LogFold } from "./fold-log.ts";
import { bodiesOf, snapshotOf, textOf } from "./message-bodies.ts";
import { planOf } from "./plan-log.ts";

/** What must be known of a message to tell whether it says something that was not said before. */
interface Gist {
  /** Calls whose results it holds. */
  readonly results: readonly string[];
  /** Whether it says anything else. */
  readonly says: boolean;
}

/** A log after its first pass. */
export interface LogIndex {
  readonly file: SourceFile;
  readonly facts: HeaderFacts;
  readonly places: RecordPlaces;
  /** The type of each record. */
  readonly types: readonly string[];
  readonly folded: FoldedLog;
  /** Numbers of the records that are told as items; the others are opaque. */
  readonly told: ReadonlySet<number>;
  readonly complete_bytes: number;
}

/** What a log says of its session. */
export type HeaderFacts = Pick<TranscriptHeader, "started_at" | "title" | "model"> & {
  readonly session_id: string | null;
  readonly cwd: string | null;
};

const KNOWN = new Set(["user", "gemini", "info", "warning", "error"]);
const NOD = /^Got it\. Thanks for the additional context!/;

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
    places: createPlaces(),
    types: [],
    fold: foldLog(),
    gists: new Map(),
    unknown: new Set(),
    facts: {},
  };
  const complete_bytes = await scanRecords(file, {
    ...reports,
    see: (record, place) => seeRecord(pass, record, place),
  });
  const { facts, places, types } = pass;
  const folded = pass.fold.result();
  const told = toldRecords(folded, pass.gists);
  for (const [number, type] of types.entries()) {
    const isTold = told.has(number) || type === "header";
    reports.accounting.count(type, isTold ? "transcript" : "opaque");
  }
  return { file, facts: headerFacts(facts), places, types, folded, told, complete_bytes };
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

/** The records that come to an item: a result that was told with its call is not told again. */
function toldRecords(folded: FoldedLog, gists: ReadonlyMap<string, Gist>): Set<number> {
  const told = new Set<number>();
  const answered = new Set<string>();
  for (const step of planOf(folded)) {
    if (step.kind !== "message") {
      told.add(step.record);
      continue;
    }
    const { results = [], says = false } = gists.get(step.slot.id) ?? {};
    if (says || results.some((id) => !answered.has(id))) told.add(step.slot.record);
    for (const id of results) answered.add(id);
  }
  return told;
}

interface Pass extends LogReports {
  readonly file: SourceFile;
  readonly places: RecordPlaces;
  readonly types: string[];
  readonly fold: LogFold;
  readonly gists: Map<string, Gist>;
  readonly unknown: Set<string>;
  readonly facts: {
    session_id?: string;
    cwd?: string;
    started_at?: string | null;
    summary?: string;
    prompt?: string;
    model?: string;
  };
}

function seeRecord(pass: Pass, record: JsonObject, place: RecordPlace): void {
  const number = pass.places.add(place);
  const type = typeOf(record);
  pass.types.push(type);
  if (typeof record.$rewindTo === "string") pass.fold.rewind(number, record.$rewindTo);
  else if (typeof record.id === "string") seeMessage(pass, record, number);
  else if (isObject(record.$set)) seePatch(pass, record.$set, number);
  else if (type === "header") seePatch(pass, record, number);
  else reportUnknown(pass, type, place);
}

function typeOf(record: JsonObject): string {
  if (record.$rewindTo !== undefined) return "$rewindTo";
  if (typeof record.id === "string")
    return typeof record.type === "string" ? record.type : "(none)";
  if (record.$set !== undefined) return "$set";
  return typeof record.sessionId === "string" ? "header" : "(none)";
}

function seeMessage(pass: Pass, message: JsonObject, number: number): void {
  const id = String(message.id);
  pass.fold.message(number, id);
  pass.gists.set(id, gistOf(message));
  noteFacts(pass, message);
  const type = typeof message.type === "string" ? message.type : "(none)";
  if (!KNOWN.has(type)) reportUnknown(pass, type, pass.places.at(number));
}

function seePatch(pass: Pass, patch: JsonObject, number: number): void {
  const { facts } = pass;
  if (typeof patch.sessionId === "string") facts.session_id = patch.sessionId;
  const summary = typeof patch.summary === "string" ? promptTitle(patch.summary) : null;
  if (summary !== null) facts.summary = summary;
  facts.started_at ??= timeOf(patch.startTime);
  const [folder] = Array.isArray(patch.directories) ? patch.directories : [];
  if (typeof folder === "string") facts.cwd = folder;
  if (Array.isArray(patch.messages)) pass.fold.replaceAll(number, listOf(pass, patch.messages));
}

function listOf(pass: Pass, messages: readonly Json[]): ListedMessage[] {
  let isAfterSummary = false;
  return messages.map((message, at) => {
    if (!isObject(message)) return { id: `(${at})`, role: "nod" };
    noteFacts(pass, message);
    const id = typeof message.id === "string" ? message.id : `(${at})`;
    if (!pass.gists.has(id)) pass.gists.set(id, gistOf(message));
    const isSummary = snapshotOf(message) !== null;
    const isNod = isAfterSummary && message.type === "gemini" && NOD.test(textOf(message.content));
    isAfterSummary = isSummary;
    return { id, role: isSummary ? "summary" : isNod ? "nod" : "message" };
  });
}

function gistOf(message: JsonObject): Gist {
  const bodies = bodiesOf(message, new Set());
  const results = bodies.flatMap((body) => (body.kind === "tool_result" ? [body.call_id] : []));
  return { results, says: bodies.length > results.length };
}

function noteFacts({ facts }: Pass, message: JsonObject): void {
  if (typeof message.model === "string") facts.model = message.model;
  if (facts.prompt !== undefined || message.type !== "user") return;
  if (snapshotOf(message) !== null) return;
  const [said] = bodiesOf(message, new Set());
  const prompt = said?.kind === "message" ? promptTitle(said.text) : null;
  if (prompt !== null) facts.prompt = prompt;
}

function reportUnknown({ file, findings, unknown }: Pass, type: string, place: RecordPlace): void {
  if (unknown.has(type) || unknown.size > 100) return;
  unknown.add(type);
  const message = `Records of type "${excerpt(type)}" are not known`;
  findings.warn("W_UNKNOWN_RECORD", { file: file.path, line: place.line }, message);
}
