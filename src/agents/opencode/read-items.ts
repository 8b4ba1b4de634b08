import { sha256 } from "../../base/hash.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { readLines } from "../../base/jsonl.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { type ItemBody, makeItems } from "../make-items.ts";
import { recordsOf } from "../read-head.ts";
import { textIn } from "../text-in.ts";
import type { RowIndex } from "./index-rows.ts";
import { bodiesOf, errorBody, usageBody } from "./part-bodies.ts";
import { messageOf, type RowMessage } from "./row-message.ts";

/** A row with what its items need of it. */
interface Row {
  readonly value: JsonObject;
  readonly line: number;
  readonly raw: string;
}

/** A message with its parts. */
interface Gathered {
  readonly message: RowMessage;
  readonly row: Row;
  readonly parts: Row[];
}

/** Something to be told, and the row it comes from. */
interface Saying {
  readonly row: Row;
  readonly body: ItemBody;
}

interface Telling {
  readonly index: RowIndex;
  readonly thread: string | null;
  readonly used: Set<string>;
  /** What was told, for compactions that keep some of it. */
  readonly told: string[];
  /** How much of it was told before each message. */
  readonly toldBefore: Map<string, number>;
  parent: string | null;
  branch: string | null;
}

/** Tells a session's rows in their order, which is that of the conversation. */
export async function* readItems(
  index: RowIndex,
  thread: string | null,
): AsyncGenerator<TranscriptItem> {
  const telling: Telling = {
    index,
    thread,
    used: new Set(),
    told: [],
    toldBefore: new Map(),
    parent: null,
    branch: null,
  };
  let gathered: Gathered | null = null;
  for await (const row of rowsOf(index)) {
    if (row.value.type === "part" && gathered !== null) {
      gathered.parts.push(row);
      continue;
    }
    if (gathered !== null) yield* tellMessage(telling, gathered);
    gathered = null;
    if (row.value.type === "message") {
      gathered = { message: messageOf(row.value, row.line), row, parts: [] };
    } else if (row.value.type !== "session") {
      yield say(telling, { row, body: { kind: "opaque" } }, null);
    }
  }
  if (gathered !== null) yield* tellMessage(telling, gathered);
}

const LIMITS = { maxLineBytes: 256 * 1024 * 1024, maxBytes: Number.MAX_SAFE_INTEGER };

/** The rows once more; a database may have changed since, so that places would not fit. */
async function* rowsOf({ file }: RowIndex): AsyncGenerator<Row> {
  for await (const lines of readLines(file.read(), LIMITS)) {
    for (const { number, text } of lines) {
      const [value] = recordsOf(text);
      if (value !== undefined) yield { value, line: number, raw: sha256(text) };
    }
  }
}

function* tellMessage(telling: Telling, gathered: Gathered): Generator<TranscriptItem> {
  const { message } = gathered;
  if (message.id === telling.index.revertedFrom) yield beginBranch(telling, gathered);
  telling.toldBefore.set(message.id, telling.told.length);
  for (const saying of sayingsOf(telling, gathered)) yield say(telling, saying, message.at);
}

function beginBranch(telling: Telling, { message, row }: Gathered): TranscriptItem {
  telling.branch = `left-${message.id}`;
  const body: ItemBody = { kind: "branch", reason: "It was taken back" };
  return say(telling, { row, body }, message.at, telling.branch);
}

/** What a message comes to: its parts, then the results of its calls, then what is said about it. */
function sayingsOf(telling: Telling, { message, row, parts }: Gathered): Saying[] {
  const now: Saying[] = [];
  const later: Saying[] = [];
  for (const part of parts) {
    const data = isObject(part.value.data) ? part.value.data : {};
    const bodies = bodiesOf(data, message);
    for (const body of bodies.now) now.push({ row: part, body });
    for (const body of bodies.later) later.push({ row: part, body });
    const isSummary = message.isSummary && data.type === "text";
    if (bodies.now.length + bodies.later.length === 0 && !isSummary) {
      now.push({ row: part, body: { kind: "opaque" } });
    }
  }
  const about: Saying[] = [];
  const usage = usageBody(message.data, message.model);
  if (message.data.error !== undefined) about.push({ row, body: errorBody(message.data.error) });
  if (usage !== null) about.push({ row, body: usage });
  const summary = message.isSummary ? [compaction(telling, { message, row, parts })] : [];
  return [...summary, ...merged(now), ...once(later), ...about];
}

/** A file that was sent with words belongs to them. */
function merged(sayings: readonly Saying[]): Saying[] {
  const all: Saying[] = [];
  for (const saying of sayings) {
    const { body } = saying;
    const at = all.findLastIndex(({ body: before }) => isSpoken(before));
    const words = all[at]?.body;
    const isFile = body.kind === "message" && body.attachments.length > 0;
    if (!isFile || words?.kind !== "message") {
      all.push(saying);
      continue;
    }
    const attachments = [...words.attachments, ...body.attachments];
    all[at] = { row: all[at]?.row ?? saying.row, body: { ...words, attachments } };
  }
  return all;
}

function isSpoken(body: ItemBody): boolean {
  return body.kind === "message" && body.role === "user" && body.attachments.length === 0;
}

/** A change that a tool has told is not told again by the list of changed files. */
function once(sayings: readonly Saying[]): Saying[] {
  const changed = new Set<string>();
  const ordered = [...sayings].sort((left, right) => rank(left.body) - rank(right.body));
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

function compaction(telling: Telling, { message, row, parts }: Gathered): Saying {
  const known = telling.index.compactions.get(message.parent ?? "");
  const texts = parts.flatMap(({ value }) =>
    isObject(value.data) && value.data.type === "text" ? [textIn(value.data.text)] : [],
  );
  const from = known?.keptFrom ? telling.toldBefore.get(known.keptFrom) : undefined;
  const to = telling.toldBefore.get(message.parent ?? "") ?? telling.told.length;
  const body: ItemBody = {
    kind: "compaction",
    trigger: known === undefined ? null : known.auto ? "auto" : "manual",
    summary: texts.join("\n") || null,
    kept: from === undefined ? [] : telling.told.slice(from, to),
  };
  return { row, body };
}

function say(
  telling: Telling,
  { row, body }: Saying,
  at: string | null,
  named?: string,
): TranscriptItem {
  const id = uniqueId(telling, named ?? `${textIn(row.value.id) || `line-${row.line}`}`);
  const [item] = makeItems(
    {
      id,
      parent: telling.parent,
      at,
      source: { file: telling.index.file.path, line: row.line, type: typeOf(row.value) },
      raw: row.raw,
      thread: telling.thread,
      branch: telling.branch,
    },
    [body],
  );
  if (item === undefined) throw new Error("One body makes one item");
  if (item.kind !== "opaque" && item.kind !== "usage" && item.kind !== "compaction") {
    telling.told.push(item.id);
  }
  telling.parent = item.id;
  return item;
}

function uniqueId({ used, thread }: Telling, wanted: string): string {
  const base = thread === null ? wanted : `${thread}:${wanted}`;
  let id = base;
  for (let number = 1; used.has(id); number++) id = `${base}/${number}`;
  used.add(id);
  return id;
}

function typeOf(value: JsonObject): string {
  const data = isObject(value.data) ? value.data : {};
  const finer = value.type === "part" ? data.type : value.type === "message" ? data.role : null;
  return typeof finer === "string" ? `${textIn(value.type)}/${finer}` : textIn(value.type);
}
