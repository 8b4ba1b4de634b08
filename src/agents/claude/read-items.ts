import { type BatchedSequence, fromBatches } from "../../base/batches.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { OTHER_SESSION, type TranscriptItem } from "../../model/transcript.ts";
import { buildItems, type ItemBody, parseTime } from "../build-items.ts";
import { isOpaque, rawBody } from "../record-kinds.ts";
import { openRecords, type RecordReader } from "../records/record-reader.ts";
import { textOf } from "./blocks.ts";
import type { Boundary, FileIndex } from "./index-records.ts";
import { kinds } from "./kinds.ts";
import { fileText, MENTIONED, POINTED } from "./pointed-at.ts";
import type { ReadFile } from "./read.ts";
import { bodiesOf, usageOf } from "./record-bodies.ts";
import {
  NONE,
  RECORD_ROLES,
  type RecordEntry,
  recordEntry,
  recordWithUuid,
  roleAt,
  uuidAt,
  valueAt,
} from "./record-table.ts";
import type { SubAgentCalls } from "./sub-agent-calls.ts";

/** Reads the records again and says them: the conversation, the paths left, then the sub-agents. */
export function readItems(
  files: readonly ReadFile[],
  subAgentCalls: SubAgentCalls,
): BatchedSequence<TranscriptItem> {
  return fromBatches(() => readBatches(files, subAgentCalls));
}

type ItemBatches = AsyncGenerator<readonly TranscriptItem[]>;

async function* readBatches(files: readonly ReadFile[], subAgentCalls: SubAgentCalls): ItemBatches {
  const ids = new Set<string>();
  for (const read of files) {
    const records = openRecords(read.index.file);
    const context: ItemContext = { read, records, subAgentCalls, ids };
    try {
      yield* readFileItems(context);
    } finally {
      await records.close();
    }
  }
}

interface ItemContext {
  readonly read: ReadFile;
  readonly records: RecordReader;
  readonly subAgentCalls: SubAgentCalls;
  /** First ids given so far: files copied from each other share some. */
  readonly ids: Set<string>;
}

interface ItemPath {
  readonly parent: string | null;
  readonly thread: string | null;
  readonly branch: string | null;
}

async function* readFileItems(context: ItemContext): ItemBatches {
  const { read, subAgentCalls } = context;
  const { main, abandoned: left, inlineSubAgents } = read.order;
  const { thread } = read;
  const { table, prompts } = read.index;
  const parent =
    thread === null ? null : callItemOf(subAgentCalls, subAgentCalls.byAgent.get(thread));
  yield* readPathItems(context, main, { parent, thread, branch: null });
  for (const { from, records } of left) {
    const [first] = records;
    if (first === undefined) continue;
    const head = await branchItem(context, recordEntry(table, first), from);
    yield [head];
    yield* readPathItems(context, records, { parent: head.id, thread, branch: head.id });
  }
  for (const [number, records] of inlineSubAgents) {
    const root = recordEntry(table, number);
    const prompt = prompts.get(number);
    const call = prompt === undefined ? undefined : subAgentCalls.byPrompt.get(prompt);
    const own = root.agent ?? uuidAt(table, number) ?? `line-${root.line}`;
    yield* readPathItems(context, records, {
      parent: callItemOf(subAgentCalls, call),
      thread: own,
      branch: null,
    });
  }
}

/** The item that contains a call, if it is known. */
function callItemOf({ callItems }: SubAgentCalls, call: string | undefined): string | null {
  return call === undefined ? null : (callItems.get(call) ?? null);
}

/** What can be read without waiting comes in one batch. */
async function* readPathItems(
  context: ItemContext,
  records: readonly number[],
  path: ItemPath,
): ItemBatches {
  let { parent } = path;
  let batch: TranscriptItem[] = [];
  for (const number of records) {
    const entry = recordEntry(context.read.index.table, number);
    if (batch.length > 0 && !context.records.isBuffered(entry)) {
      yield batch;
      batch = [];
    }
    const found = context.records.read(entry);
    const record = found instanceof Promise ? await found : found;
    const bodies = readBodies(context, entry, record);
    const complete = isBoundary(entry, bodies) ? await addSummary(context, entry, bodies) : bodies;
    const origin = originOf(context, entry, record);
    for (const item of buildItems({ ...origin, ...path, parent }, complete)) {
      batch.push(item);
      parent = item.id;
    }
  }
  if (batch.length > 0) yield batch;
}

/** What a record says; the summary of a compaction is still to be added. */
function readBodies(
  context: ItemContext,
  entry: RecordEntry,
  value: JsonObject,
): readonly ItemBody[] {
  const all = bodiesOf(value, entry.type);
  // Words that wait may be delivered by another record.
  const shown = entry.isOpaque && !isOpaque(all) ? [rawBody(kinds, entry.type)] : all;
  const bodies = shown.map((body) =>
    completeBody(context, entry, pointedBody(context, entry, { body, value })),
  );
  const usage = entry.carriesUsage ? usageOf(value) : null;
  return usage === null ? bodies : [...bodies, usage];
}

function originOf(context: ItemContext, entry: RecordEntry, value: JsonObject) {
  return {
    id: idOf(context, entry, value),
    at: parseTime(value.timestamp),
    source: sourceOf(context, entry),
  };
}

function sourceOf({ read }: ItemContext, { line, type }: RecordEntry) {
  return { file: read.index.file.path, line, type };
}

function idOf({ ids, read }: ItemContext, entry: RecordEntry, value: JsonObject): string {
  const own = (entry.isOpaque ? null : uuidOf(read.index, entry, value)) ?? lineId(read, entry);
  const placed = ids.has(own) ? `${read.index.file.path}:${entry.line}` : own;
  // A line may contain several records.
  const id = ids.has(placed) ? `${placed}@${entry.offset}` : placed;
  ids.add(id);
  return id;
}

/** A record's own id, as it was read: spelling the kept one again takes longer. */
function uuidOf(
  { table }: FileIndex,
  { number }: RecordEntry,
  { uuid }: JsonObject,
): string | null {
  return typeof uuid === "string" ? uuid : uuidAt(table, number);
}

function lineId({ thread }: ReadFile, { line }: RecordEntry): string {
  return `${thread === null ? "" : `${thread}:`}line-${line}`;
}

/** What a record says, as its place among the others makes it. */
function completeBody({ read }: ItemContext, entry: RecordEntry, body: ItemBody): ItemBody {
  const { index } = read;
  if (entry.role === "summary" && body.kind === "injected") {
    const isAfterBoundary = boundaryBefore(index.table, entry.number) !== NONE;
    if (isAfterBoundary) return { ...body, is_summary: true };
    return { kind: "compaction", trigger: null, summary: body.text, kept: [] };
  }
  if (entry.role === "command") return commandBody(index, entry, body);
  const isPrompt = entry.role === "prompt" && index.promptCommands.has(entry.parent);
  const isAdded =
    body.kind === "injected" || (body.kind === "message" && body.sender === "context");
  return isAdded && isPrompt ? promptBody(body.text) : body;
}

/** Whether a record is a compaction whose summary is in another record. */
function isBoundary({ role }: RecordEntry, bodies: readonly ItemBody[]): boolean {
  return role !== "summary" && role !== "command" && bodies.some(isCompaction);
}

function isCompaction({ kind }: ItemBody): boolean {
  return kind === "compaction";
}

const SUMMARY = RECORD_ROLES.indexOf("summary");
/** Records of the program that may be between a compaction and its summary; parents may form a circle. */
const MAX_BETWEEN = 100;

/** The compaction that a summary belongs to; `NONE` for a summary alone. */
function boundaryBefore(table: FileIndex["table"], number: number): number {
  let at = valueAt(table.parent, number);
  for (let step = 0; step < MAX_BETWEEN && at !== NONE; step++) {
    const role = roleAt(table, at);
    if (role === "boundary") return at;
    if (role !== "other") return NONE;
    at = valueAt(table.parent, at);
  }
  return NONE;
}

/** A compaction's summary is in the record after it, and what it kept is named by records. */
async function addSummary(
  { read, records }: ItemContext,
  { number }: RecordEntry,
  bodies: readonly ItemBody[],
): Promise<readonly ItemBody[]> {
  const { table, boundaries } = read.index;
  const boundary = boundaries.get(number);
  const kept = boundary === undefined ? [] : keptItems(read.index, boundary);
  const follower = table.role.findIndex(
    (role, other) => role === SUMMARY && boundaryBefore(table, other) === number,
  );
  const after = follower === NONE ? null : await records.read(recordEntry(table, follower));
  const message = after?.message;
  const summary = isObject(message) ? textOf(message.content) : "";
  return bodies.map((body) => {
    if (body.kind !== "compaction") return body;
    return after === null ? { ...body, kept } : { ...body, kept, summary: summary || null };
  });
}

/** What the person pointed at is theirs, though the program wrote it down. */
function pointedBody(
  { read }: ItemContext,
  entry: RecordEntry,
  { body, value }: { readonly body: ItemBody; readonly value: JsonObject },
): ItemBody {
  if (POINTED.has(entry.type) && body.kind === "injected") return promptBody(body.text);
  if (body.kind !== "message" || !MENTIONED.has(entry.type)) return body;
  if (!isObject(value.attachment) || !followsPrompt(read.index, entry)) return body;
  return { ...body, text: fileText(value.attachment, true), sender: "prompt" };
}

/** Whether the record before an attachment, and before those before it, is the person's. */
function followsPrompt({ table }: FileIndex, entry: RecordEntry): boolean {
  let at = entry.parent;
  for (let steps = 0; at !== NONE && steps < MAX_ATTACHMENTS; steps++) {
    const { type, role, parent } = recordEntry(table, at);
    if (!type.startsWith("attachment/")) return role === "prompt" || role === "command";
    at = parent;
  }
  return false;
}

const MAX_ATTACHMENTS = 100;

/** The prompt of a slash command, which the program wrote in the person's place. */
function promptBody(text: string): ItemBody {
  return { kind: "message", role: "user", text, model: null, attachments: [], sender: "prompt" };
}

/** A slash command without words and without a prompt after it only works the program. */
function commandBody(
  { promptCommands }: FileIndex,
  { number }: RecordEntry,
  body: ItemBody,
): ItemBody {
  if (body.kind !== "message" || promptCommands.has(number) || body.text.includes(" ")) return body;
  return { kind: "injected", text: body.text, is_command: true };
}

function keptItems(index: FileIndex, boundary: Boundary): string[] {
  const { table } = index;
  const records = boundary.kept.length > 0 ? listed(index, boundary) : spanned(index, boundary);
  const spoken = records.filter((number) => table.isOpaque[number] === 0);
  return spoken.flatMap((number) => {
    const uuid = uuidAt(table, number);
    const length = valueAt(table.items, number);
    return Array.from({ length }, (_, at) => (at === 0 ? `${uuid}` : `${uuid}/${at}`));
  });
}

function listed({ table }: FileIndex, { kept }: Boundary): number[] {
  return kept.map((uuid) => recordWithUuid(table, uuid)).filter((number) => number !== NONE);
}

function spanned({ table }: FileIndex, { span }: Boundary): number[] {
  const head = recordWithUuid(table, span?.[0] ?? "");
  const tail = recordWithUuid(table, span?.[1] ?? "");
  const records = new Set<number>();
  if (head === NONE) return [];
  for (let at = tail; at !== NONE && !records.has(at); at = valueAt(table.parent, at)) {
    records.add(at);
    if (at === head) return [...records].reverse();
  }
  return [];
}

/** Records of two paths may share an id. */
function branchId({ ids, read }: ItemContext, { number, line }: RecordEntry): string {
  const own = `${uuidAt(read.index.table, number) ?? line}/branch`;
  const id = ids.has(own) ? `${read.index.file.path}:${line}/branch` : own;
  ids.add(id);
  return id;
}

/** Records at the end of a path that are looked at for the id of its session. */
const LOOKED_AT = 5;

/** Whether an id is that of another session than the one that was continued. */
async function isOtherSession({ read, records }: ItemContext, id: unknown): Promise<boolean> {
  if (typeof id !== "string") return false;
  for (const number of read.order.main.slice(-LOOKED_AT).reverse()) {
    const { sessionId } = await records.read(recordEntry(read.index.table, number));
    if (typeof sessionId === "string") return sessionId !== id;
  }
  return false;
}

async function branchItem(
  context: ItemContext,
  first: RecordEntry,
  from: number,
): Promise<TranscriptItem> {
  const { timestamp, sessionId } = await context.records.read(first);
  const origin = {
    id: branchId(context, first),
    parent: uuidAt(context.read.index.table, from),
    at: parseTime(timestamp),
    source: sourceOf(context, first),
    thread: context.read.thread,
    branch: null,
  };
  const left = first.role === "prompt" ? "rewound" : "not continued";
  // Only a path that hangs on nothing can be a session of its own.
  const isOther = from === NONE && (await isOtherSession(context, sessionId));
  const reason = isOther ? OTHER_SESSION : left;
  const [item] = buildItems(origin, [{ kind: "branch", reason }]);
  if (item === undefined) throw new Error("One body makes one item");
  return item;
}
