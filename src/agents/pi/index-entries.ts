import { createFindings, type Findings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import { emptyHeader, type TranscriptHeader } from "../../model/transcript.ts";
import { type AccountingCounter, createAccounting } from "../accounting.ts";
import type { SessionSource, SourceFile } from "../agent.ts";
import { parseTime } from "../build-items.ts";
import { titleAfter } from "../prompt-title.ts";
import { bodiesByKind, isOpaque } from "../record-kinds.ts";
import { createLocations, type RecordLocations } from "../records/record-locations.ts";
import { type RecordLocation, scanRecords } from "../records/scan-records.ts";
import { bodiesOf, type PendingChanges } from "./entry-bodies.ts";
import { kinds } from "./kinds.ts";

/** What is kept of an entry between the two passes. */
export interface Entry {
  readonly type: string;
  /** Whether it comes to items of its own. */
  readonly hasItems: boolean;
  /** Unique in the file, also where the file doubles one. */
  readonly id: string;
  readonly parent: string | null;
  /** For a compaction: the first entry that stays in force. */
  readonly keptFrom: string | null;
  /** For an edit: the entry that it replaces or takes out. */
  readonly edits: string | null;
}

/** A session file after its first pass. */
export interface EntryIndex {
  readonly header: TranscriptHeader;
  /** Where the record is that the header was read from; null in a file without one. */
  readonly headerLocation: RecordLocation | null;
  readonly entries: readonly Entry[];
  /** Where each of them is. */
  readonly locations: RecordLocations;
  /** The entry that an id means: the last one that has it. */
  readonly byId: ReadonlyMap<string, number>;
  readonly accounting: AccountingCounter;
  readonly findings: Findings;
  readonly complete_bytes: number;
}

const NEWEST_VERSION = 3;

/** Goes through a session file once: what it is, which entries it has, what each of them comes to. */
export async function indexEntries(source: SessionSource, file: SourceFile): Promise<EntryIndex> {
  const pass = startPass(source, file);
  const { findings, accounting } = pass;
  const complete_bytes = await scanRecords(file, {
    findings,
    accounting,
    onRecord: (record, location) => addRecord(pass, record, location),
  });
  linkMissingParents(pass);
  return {
    header: { ...pass.header, title: pass.name ?? pass.prompt },
    headerLocation: pass.headerLocation,
    entries: pass.entries,
    locations: pass.locations,
    byId: pass.byId,
    accounting,
    findings,
    complete_bytes,
  };
}

interface Pass {
  readonly file: string;
  readonly entries: Entry[];
  readonly locations: RecordLocations;
  readonly byId: Map<string, number>;
  /** Entries whose id an earlier one has, and that one. */
  readonly copies: Map<number, number>;
  readonly accounting: AccountingCounter;
  readonly findings: Findings;
  readonly calls: PendingChanges;
  readonly unknown: Set<string>;
  header: TranscriptHeader;
  headerLocation: RecordLocation | null;
  name: string | null;
  prompt: string | null;
}

function startPass({ session }: SessionSource, file: SourceFile): Pass {
  return {
    file: file.path,
    entries: [],
    locations: createLocations(),
    byId: new Map(),
    copies: new Map(),
    accounting: createAccounting(),
    findings: createFindings("lenient"),
    calls: { changing: new Map() },
    unknown: new Set(),
    header: { ...emptyHeader("pi", session.id), cwd: session.cwd },
    headerLocation: null,
    name: null,
    prompt: null,
  };
}

function addRecord(pass: Pass, record: JsonObject, location: RecordLocation): void {
  const type = typeof record.type === "string" ? record.type : "(none)";
  if (type === "session" && pass.headerLocation === null) {
    readHeader(pass, record, location);
    pass.accounting.count(type, "opaque");
    return;
  }
  const bodies = bodiesByKind(kinds, type, bodiesOf(record, pass.calls));
  pass.locations.add(location);
  addEntry(pass, record, { line: location.line, type, hasItems: !isOpaque(bodies) });
  addFacts(pass, record);
  for (const body of bodies) {
    if (body.kind !== "message") continue;
    if (body.role === "assistant") setModel(pass, body.model);
    else if (body.sender === undefined) pass.prompt = titleAfter(pass.prompt, body.text);
  }
  if (!kinds.has(type) && !pass.unknown.has(type)) {
    pass.unknown.add(excerpt(type));
    const at = { file: pass.file, line: location.line };
    pass.findings.warn("W_UNKNOWN_RECORD", at, `Entries of type "${excerpt(type)}" are not known`);
  }
}

function readHeader(pass: Pass, record: JsonObject, location: RecordLocation): void {
  pass.headerLocation = location;
  const version = record.version ?? 1;
  if (typeof version !== "number" || version > NEWEST_VERSION) {
    const at = { file: pass.file, line: location.line };
    pass.findings.warn("W_UNKNOWN_VERSION", at, "The session's version was never tried");
  }
  pass.header = {
    ...pass.header,
    session_id: typeof record.id === "string" ? record.id : pass.header.session_id,
    cwd: typeof record.cwd === "string" ? record.cwd : pass.header.cwd,
    started_at: parseTime(record.timestamp),
    model: typeof record.modelId === "string" ? record.modelId : null,
  };
}

function setModel(pass: Pass, model: string | null): void {
  if (model !== pass.header.model) pass.header = { ...pass.header, model };
}

type NewEntry = Pick<Entry, "type" | "hasItems"> & { readonly line: number };

function addEntry(pass: Pass, record: JsonObject, { line, type, hasItems }: NewEntry): void {
  const { entries, byId } = pass;
  const before = entries.at(-1)?.id ?? null;
  const named = typeof record.id === "string" && record.id !== "" ? record.id : null;
  let id = named ?? `line-${line}`;
  const earlier = byId.get(id);
  if (earlier !== undefined) {
    pass.copies.set(entries.length, earlier);
    const at = { file: pass.file, line };
    pass.findings.warn("W_DUP_ID", at, `An earlier entry has the id "${excerpt(id)}" too`);
    id = `${id}@${line}`;
  }
  // Sessions of version 1 have neither ids nor parents: an entry follows the one before it.
  const isAlone = named === null || record.parentId === undefined;
  const parent = isAlone ? before : typeof record.parentId === "string" ? record.parentId : null;
  const kept = keptFrom(record, entries);
  const edits =
    type === "context_edit" && typeof record.targetId === "string" ? record.targetId : null;
  const number = entries.push({ type, hasItems, id, parent, keptFrom: kept, edits }) - 1;
  byId.set(id, number);
  if (named !== null && named !== id) byId.set(named, number);
}

/**
 * An entry whose parent is not in the file follows the one before it: otherwise one damaged line would cut
 * off everything that was said before. Parents may follow their children, so this waits for the end.
 */
function linkMissingParents(pass: Pass): void {
  const { file, header, entries, byId, copies, locations, findings } = pass;
  const linked = new Map<number, string>();
  for (const [number, entry] of entries.entries()) {
    const { parent } = entry;
    if (parent === null || byId.has(parent) || parent === header.session_id) continue;
    // A copy follows what the first one follows, not that one: then it would be shown twice.
    const before = linked.get(copies.get(number) ?? -1) ?? nameByPlace(byId, number - 1);
    if (before !== null) linked.set(number, before);
    entries[number] = { ...entry, parent: before };
    const message = `It follows entry "${excerpt(parent)}", which is not in the file`;
    findings.warn("W_DANGLING", { file, line: locations.lineAt(number) }, message);
  }
}

/** A name for an entry by its place: its id may mean a later one that has the same. */
function nameByPlace(byId: Map<string, number>, number: number): string | null {
  if (number < 0) return null;
  const name = `\0${number}`;
  byId.set(name, number);
  return name;
}

function keptFrom(record: JsonObject, entries: readonly Entry[]): string | null {
  if (typeof record.firstKeptEntryId === "string") return record.firstKeptEntryId;
  // Version 1 counted entries, the header among them.
  if (typeof record.firstKeptEntryIndex !== "number") return null;
  return entries[record.firstKeptEntryIndex - 1]?.id ?? null;
}

function addFacts(pass: Pass, record: JsonObject): void {
  if (record.type === "model_change" && typeof record.modelId === "string") {
    setModel(pass, record.modelId);
  }
  if (record.type === "session_info") {
    const name = typeof record.name === "string" ? record.name.trim() : "";
    pass.name = name === "" ? null : excerpt(name);
  }
}
