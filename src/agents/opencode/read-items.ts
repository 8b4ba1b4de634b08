import { isObject, type JsonObject } from "../../base/json/value.ts";
import { readLines } from "../../base/jsonl.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { asText } from "../as-text.ts";
import { buildItems, type ItemBody } from "../build-items.ts";
import { rawBody } from "../record-kinds.ts";
import { recordsOf } from "../records/read-head.ts";
import type { RowIndex } from "./index-rows.ts";
import { kindOf, kinds } from "./kinds.ts";
import { bodiesOf, errorBody, usageBody } from "./part-bodies.ts";
import { messageOf, type RowMessage } from "./row-message.ts";

/** A row with what its items need of it. */
interface Row {
  readonly value: JsonObject;
  readonly line: number;
}

/** A message with its parts. */
interface MessageRows {
  readonly message: RowMessage;
  readonly row: Row;
  readonly parts: Row[];
}

/** Something to be returned, and the row it comes from. */
interface RowBody {
  readonly row: Row;
  readonly body: ItemBody;
}

interface ItemContext {
  readonly index: RowIndex;
  readonly thread: string | null;
  readonly used: Set<string>;
  readonly callIds: Set<string>;
  /** What was returned, for compactions that keep some of it. */
  readonly emitted: string[];
  /** How much of it was returned before each message. */
  readonly emittedBefore: Map<string, number>;
  parent: string | null;
  branch: string | null;
}

/** Reads a session's rows in their order, which is that of the conversation. */
export async function* readItems(
  index: RowIndex,
  thread: string | null,
): AsyncGenerator<TranscriptItem> {
  const context: ItemContext = {
    index,
    thread,
    used: new Set(),
    callIds: new Set(),
    emitted: [],
    emittedBefore: new Map(),
    parent: null,
    branch: null,
  };
  let rows: MessageRows | null = null;
  for await (const row of rowsOf(index)) {
    if (row.value.type === "part" && rows !== null) {
      rows.parts.push(row);
      continue;
    }
    if (rows !== null) yield* messageItems(context, rows);
    rows = null;
    if (row.value.type === "message" && kinds.has(kindOf(row.value))) {
      rows = { message: messageOf(row.value, row.line), row, parts: [] };
    } else {
      yield rowItem(context, opaqueRow(row), null);
    }
  }
  if (rows !== null) yield* messageItems(context, rows);
}

const LIMITS = { maxLineBytes: 256 * 1024 * 1024, maxBytes: Number.MAX_SAFE_INTEGER };

/** The rows once more; a database may have changed since, so that places would not fit. */
async function* rowsOf({ file }: RowIndex): AsyncGenerator<Row> {
  for await (const lines of readLines(file.read(), LIMITS)) {
    for (const { number, text } of lines) {
      const [value] = recordsOf(text);
      if (value !== undefined) yield { value, line: number };
    }
  }
}

function* messageItems(context: ItemContext, rows: MessageRows): Generator<TranscriptItem> {
  const { message } = rows;
  if (message.id === context.index.revertedFrom) yield beginBranch(context, rows);
  context.emittedBefore.set(message.id, context.emitted.length);
  for (const rowBody of rowBodies(context, rows)) yield rowItem(context, rowBody, message.at);
}

function beginBranch(context: ItemContext, { message, row }: MessageRows): TranscriptItem {
  context.branch = `left-${message.id}`;
  const body: ItemBody = { kind: "branch", reason: "It was undone" };
  return rowItem(context, { row, body }, message.at, context.branch);
}

/** What a message comes to: its parts, then the results of its calls, then what is said about it. */
function rowBodies(context: ItemContext, { message, row, parts }: MessageRows): RowBody[] {
  const now: RowBody[] = [];
  const later: RowBody[] = [];
  for (const part of parts) {
    const data = isObject(part.value.data) ? part.value.data : {};
    const bodies = bodiesOf(withOwnCallId(context, data, part), message);
    for (const body of bodies.immediate) now.push({ row: part, body });
    for (const body of bodies.deferred) later.push({ row: part, body });
    const isSummary = message.isSummary && data.type === "text";
    if (bodies.immediate.length + bodies.deferred.length === 0 && !isSummary) {
      now.push(opaqueRow(part));
    }
  }
  const about: RowBody[] = [];
  const usage = usageBody(message.data, message.model);
  if (message.data.error !== undefined) about.push({ row, body: errorBody(message.data.error) });
  if (usage !== null) about.push({ row, body: usage });
  const summary = message.isSummary ? [compaction(context, { message, row, parts })] : [];
  return [...summary, ...attachFiles(now), ...withoutRepeats(later), ...about];
}

/** A part contains a call and its result, so that they belong together even where other calls have the same id. */
function withOwnCallId(
  { callIds }: ItemContext,
  data: JsonObject,
  { value, line }: Row,
): JsonObject {
  if (data.type !== "tool") return data;
  const names = [asText(data.callID), asText(value.id)];
  const callID = names.find((name) => name !== "" && !callIds.has(name)) ?? `call-${line}`;
  callIds.add(callID);
  return { ...data, callID };
}

/** A file that was sent with words belongs to them. */
function attachFiles(bodies: readonly RowBody[]): RowBody[] {
  const all: RowBody[] = [];
  for (const rowBody of bodies) {
    const { body } = rowBody;
    const at = all.findLastIndex(({ body: before }) => isSpoken(before));
    const previous = all[at]?.body;
    const isFile = body.kind === "message" && body.attachments.length > 0;
    if (!isFile || previous?.kind !== "message") {
      all.push(rowBody);
      continue;
    }
    const attachments = [...previous.attachments, ...body.attachments];
    all[at] = { row: all[at]?.row ?? rowBody.row, body: { ...previous, attachments } };
  }
  return all;
}

function isSpoken(body: ItemBody): boolean {
  return body.kind === "message" && body.role === "user" && body.attachments.length === 0;
}

/** A change that a tool has shown is not shown again by the list of changed files. */
function withoutRepeats(bodies: readonly RowBody[]): RowBody[] {
  const changed = new Set<string>();
  const ordered = [...bodies].sort((left, right) => rank(left.body) - rank(right.body));
  return ordered.filter(({ body }) => {
    if (body.kind !== "file_change") return true;
    const isNew = body.diff !== null || !changed.has(body.path);
    changed.add(body.path);
    return isNew;
  });
}

function rank(body: ItemBody): number {
  return body.kind === "tool_result" ? 0 : 1;
}

function compaction(context: ItemContext, { message, row, parts }: MessageRows): RowBody {
  const known = context.index.compactions.get(message.parent ?? "");
  const texts = parts.flatMap(({ value }) =>
    isObject(value.data) && value.data.type === "text" ? [asText(value.data.text)] : [],
  );
  const from = known?.keptFrom ? context.emittedBefore.get(known.keptFrom) : undefined;
  const to = context.emittedBefore.get(message.parent ?? "") ?? context.emitted.length;
  const body: ItemBody = {
    kind: "compaction",
    trigger: known === undefined ? null : known.auto ? "auto" : "manual",
    summary: texts.join("\n") || null,
    kept: from === undefined ? [] : context.emitted.slice(from, to),
  };
  return { row, body };
}

function rowItem(
  context: ItemContext,
  { row, body }: RowBody,
  at: string | null,
  named?: string,
): TranscriptItem {
  const id = uniqueId(context, named ?? `${asText(row.value.id) || `line-${row.line}`}`);
  const [item] = buildItems(
    {
      id,
      parent: context.parent,
      at,
      source: { file: context.index.file.path, line: row.line, type: kindOf(row.value) },
      thread: context.thread,
      branch: context.branch,
    },
    [body],
  );
  if (item === undefined) throw new Error("One body makes one item");
  if (item.kind !== "opaque" && item.kind !== "usage" && item.kind !== "compaction") {
    context.emitted.push(item.id);
  }
  context.parent = item.id;
  return item;
}

function uniqueId({ used, thread }: ItemContext, wanted: string): string {
  const base = thread === null ? wanted : `${thread}:${wanted}`;
  let id = base;
  for (let number = 1; used.has(id); number++) id = `${base}/${number}`;
  used.add(id);
  return id;
}

function opaqueRow(row: Row): RowBody {
  return { row, body: rawBody(kinds, kindOf(row.value)) };
}
