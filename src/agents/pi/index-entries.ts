import { createFindings, type Findings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text.ts";
import { emptyHeader, type TranscriptHeader } from "../../model/transcript.ts";
import { type AccountingCounter, createAccounting } from "../accounting.ts";
import type { SessionSource, SourceFile } from "../agent.ts";
import { timeOf } from "../make-items.ts";
import { promptTitle } from "../prompt-title.ts";
import { createPlaces, type RecordPlaces } from "../record-places.ts";
import { type RecordPlace, scanRecords } from "../scan-records.ts";
import { bodiesOf, type PiCalls } from "./entry-bodies.ts";

/** What is kept of an entry between the two passes. */
export interface Entry {
  readonly type: string;
  /** Whether it comes to items of its own. */
  readonly says: boolean;
  /** Unique in the file, also where the file doubles one. */
  readonly id: string;
  readonly parent: string | null;
  /** For a compaction: the first entry that stays in force. */
  readonly keptFrom: string | null;
}

/** A session file after its first pass. */
export interface EntryIndex {
  readonly header: TranscriptHeader;
  readonly entries: readonly Entry[];
  /** Where each of them stands. */
  readonly places: RecordPlaces;
  /** The entry that an id means: the last one that has it. */
  readonly byId: ReadonlyMap<string, number>;
  readonly accounting: AccountingCounter;
  readonly findings: Findings;
  readonly complete_bytes: number;
}

const NEWEST_VERSION = 3;
const OPAQUE_TYPES = new Set([
  "session",
  "model_change",
  "thinking_level_change",
  "custom",
  "label",
  "session_info",
]);

/** Goes through a session file once: what it is, which entries it has, what each of them comes to. */
export async function indexEntries(source: SessionSource, file: SourceFile): Promise<EntryIndex> {
  const pass = startPass(source, file);
  const { findings, accounting } = pass;
  const complete_bytes = await scanRecords(file, {
    findings,
    accounting,
    see: (record, place) => seeRecord(pass, record, place),
  });
  return {
    header: { ...pass.header, title: pass.name ?? pass.firstPrompt },
    entries: pass.entries,
    places: pass.places,
    byId: pass.byId,
    accounting,
    findings,
    complete_bytes,
  };
}

interface Pass {
  readonly file: string;
  readonly entries: Entry[];
  readonly places: RecordPlaces;
  readonly byId: Map<string, number>;
  readonly accounting: AccountingCounter;
  readonly findings: Findings;
  readonly calls: PiCalls;
  readonly unknown: Set<string>;
  header: TranscriptHeader;
  hasHeader: boolean;
  name: string | null;
  firstPrompt: string | null;
}

function startPass({ session }: SessionSource, file: SourceFile): Pass {
  return {
    file: file.path,
    entries: [],
    places: createPlaces(),
    byId: new Map(),
    accounting: createAccounting(),
    findings: createFindings("lenient"),
    calls: { changing: new Map() },
    unknown: new Set(),
    header: { ...emptyHeader("pi", session.id), cwd: session.cwd },
    hasHeader: false,
    name: null,
    firstPrompt: null,
  };
}

function seeRecord(pass: Pass, record: JsonObject, place: RecordPlace): void {
  const type = typeof record.type === "string" ? record.type : "(none)";
  if (type === "session" && !pass.hasHeader) {
    seeHeader(pass, record, place);
    pass.accounting.count(type, "transcript");
    return;
  }
  const bodies = bodiesOf(record, pass.calls);
  pass.places.add(place);
  addEntry(pass, record, { line: place.line, type, says: bodies.length > 0 });
  noteFacts(pass, record);
  for (const body of bodies) {
    if (body.kind !== "message") continue;
    if (body.role === "assistant") setModel(pass, body.model);
    else pass.firstPrompt ??= promptTitle(body.text);
  }
  const isKnown = bodies.length > 0 || OPAQUE_TYPES.has(type) || type === "message";
  if (!isKnown && !pass.unknown.has(type)) {
    pass.unknown.add(excerpt(type));
    const at = { file: pass.file, line: place.line };
    pass.findings.warn("W_UNKNOWN_RECORD", at, `Entries of type "${excerpt(type)}" are not known`);
  }
}

function seeHeader(pass: Pass, record: JsonObject, place: RecordPlace): void {
  pass.hasHeader = true;
  const version = record.version ?? 1;
  if (typeof version !== "number" || version > NEWEST_VERSION) {
    const at = { file: pass.file, line: place.line };
    pass.findings.warn("W_UNKNOWN_VERSION", at, "The session's version was never tried");
  }
  pass.header = {
    ...pass.header,
    session_id: typeof record.id === "string" ? record.id : pass.header.session_id,
    cwd: typeof record.cwd === "string" ? record.cwd : pass.header.cwd,
    started_at: timeOf(record.timestamp),
    model: typeof record.modelId === "string" ? record.modelId : null,
  };
}

function setModel(pass: Pass, model: string | null): void {
  if (model !== pass.header.model) pass.header = { ...pass.header, model };
}

type Seen = Pick<Entry, "type" | "says"> & { readonly line: number };

function addEntry(pass: Pass, record: JsonObject, { line, type, says }: Seen): void {
  const { entries, byId } = pass;
  const before = entries.at(-1)?.id ?? null;
  const named = typeof record.id === "string" && record.id !== "" ? record.id : null;
  let id = named ?? `line-${line}`;
  if (byId.has(id)) {
    const at = { file: pass.file, line };
    pass.findings.warn("W_DUP_ID", at, `An earlier entry has the id "${excerpt(id)}" too`);
    id = `${id}@${line}`;
  }
  // Sessions of version 1 have neither ids nor parents: an entry follows the one before it.
  const isAlone = named === null || record.parentId === undefined;
  const parent = isAlone ? before : typeof record.parentId === "string" ? record.parentId : null;
  const number = entries.push({ type, says, id, parent, keptFrom: keptFrom(record, entries) }) - 1;
  byId.set(id, number);
  if (named !== null && named !== id) byId.set(named, number);
}

function keptFrom(record: JsonObject, entries: readonly Entry[]): string | null {
  if (typeof record.firstKeptEntryId === "string") return record.firstKeptEntryId;
  // Version 1 counted entries, the header among them.
  if (typeof record.firstKeptEntryIndex !== "number") return null;
  return entries[record.firstKeptEntryIndex - 1]?.id ?? null;
}

function noteFacts(pass: Pass, record: JsonObject): void {
  if (record.type === "model_change" && typeof record.modelId === "string") {
    setModel(pass, record.modelId);
  }
  if (record.type === "session_info") {
    const name = typeof record.name === "string" ? record.name.trim() : "";
    pass.name = name === "" ? null : excerpt(name);
  }
}
