import { createFindings } from "../../base/findings.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { emptyHeader, type TranscriptItem } from "../../model/transcript.ts";
import { createAccounting } from "../accounting.ts";
import type { IndexedSession, SessionSource } from "../agent.ts";
import { buildItems, type ItemBody, parseTime } from "../build-items.ts";
import { rawBody } from "../record-kinds.ts";
import { openRecords, type RecordReader } from "../records/record-reader.ts";
import { indexLog, type LogIndex } from "./index-log.ts";
import { type LogStep, logSteps } from "./item-order.ts";
import { kinds } from "./kinds.ts";
import { bodiesOf, snapshotOf } from "./message-bodies.ts";

/** Reads a session of Gemini CLI: a log that is folded by message ids, and those of its sub-agents. */
export async function read(source: SessionSource): Promise<IndexedSession> {
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const logs: LogIndex[] = [];
  for (const file of source.files) logs.push(await indexLog(file, { findings, accounting }));
  const [main] = logs;
  const facts = main?.facts;
  return {
    header: {
      ...emptyHeader("gemini", facts?.session_id ?? source.session.id),
      cwd: source.session.cwd ?? facts?.cwd ?? null,
      started_at: facts?.started_at ?? null,
      title: facts?.title ?? null,
      model: facts?.model ?? null,
    },
    accounting: accounting.result(),
    findings: findings.list(),
    complete_bytes: main?.complete_bytes ?? 0,
    items: () => readLogs(logs),
  };
}

async function* readLogs(logs: readonly LogIndex[]): AsyncGenerator<TranscriptItem> {
  for (const [number, log] of logs.entries()) {
    const thread = number === 0 ? null : (log.facts.session_id ?? log.file.path);
    yield* readItems(log, thread);
  }
}

/** The position of the second pass through one log. */
interface ItemContext {
  readonly log: LogIndex;
  readonly thread: string | null;
  readonly reader: RecordReader;
  readonly answered: Set<string>;
  /** Items by their message, for compressions that keep some. */
  readonly items: Map<string, string[]>;
  /** The record that was read last: a list of messages is one record. */
  last: { number: number; record: JsonObject } | null;
  /** Records before this one have been read. */
  passed: number;
  parent: string | null;
  branch: string | null;
}

async function* readItems(log: LogIndex, thread: string | null): AsyncGenerator<TranscriptItem> {
  const context: ItemContext = {
    log,
    thread,
    reader: openRecords(log.file),
    answered: new Set(),
    items: new Map(),
    last: null,
    passed: 0,
    parent: null,
    branch: null,
  };
  try {
    for (const step of logSteps(log.folded)) {
      if (step.kind === "left" && context.branch === null) yield* opaqueItems(context);
      const number = step.kind === "message" ? step.slot.record : step.record;
      if (context.branch === null) yield* opaqueItems(context, number);
      yield* stepItems(context, step);
    }
    if (context.branch === null) yield* opaqueItems(context);
  } finally {
    await context.reader.close();
  }
}

/** Returns the records that say nothing, up to one of them, at their places. */
async function* opaqueItems(context: ItemContext, until = context.log.types.length) {
  for (; context.passed < until; context.passed++) {
    const { passed, log } = context;
    if (log.shownRecords.has(passed)) continue;
    yield* recordItems(context, passed, {
      id: `record-${passed + 1}`,
      bodies: [rawBody(kinds, log.types[passed] ?? "")],
    });
  }
}

async function* stepItems(context: ItemContext, step: LogStep): AsyncGenerator<TranscriptItem> {
  if (step.kind === "message") {
    const { id, record, inner } = step.slot;
    const value = await recordAt(context, record);
    const message = inner === null ? value : listed(value, inner);
    const bodies = bodiesOf(message, context.answered);
    yield* recordItems(context, record, { id, bodies, at: parseTime(message.timestamp) });
    return;
  }
  if (step.kind === "left") {
    const id = `left-${step.first.id}`;
    context.branch = idOf(context, id);
    const bodies: ItemBody[] = [{ kind: "branch", reason: "It was undone" }];
    yield* recordItems(context, step.record, { id, bodies });
    return;
  }
  const value = await recordAt(context, step.record);
  const message = listed(value, step.inner);
  const kept = step.kept.flatMap((id) => context.items.get(id) ?? []);
  const summary = snapshotOf(message);
  const bodies: ItemBody[] = [{ kind: "compaction", trigger: null, summary, kept }];
  yield* recordItems(context, step.record, {
    id: `compaction-${step.record + 1}`,
    bodies,
    at: parseTime(message.timestamp),
  });
}

interface RecordContent {
  readonly id: string;
  readonly bodies: readonly ItemBody[];
  readonly at?: string | null;
}

async function* recordItems(
  context: ItemContext,
  number: number,
  { id, bodies, at = null }: RecordContent,
) {
  const { log, thread } = context;
  const type = log.types[number];
  if (type === undefined || bodies.length === 0) return;
  const items = buildItems(
    {
      id: idOf(context, id),
      parent: context.parent,
      at,
      source: { file: log.file.path, line: log.locations.lineAt(number), type },
      thread,
      branch: context.branch,
    },
    bodies,
  );
  context.items.set(
    id,
    items.flatMap((item) => (item.kind === "usage" ? [] : [item.id])),
  );
  for (const item of items) {
    yield item;
    context.parent = item.id;
  }
}

/** Ids of messages are unique in their log only. */
function idOf({ thread }: ItemContext, id: string): string {
  return thread === null ? id : `${thread}:${id}`;
}

async function recordAt(context: ItemContext, number: number): Promise<JsonObject> {
  if (context.last?.number === number) return context.last.record;
  const record = await context.reader.read(context.log.locations.at(number));
  context.last = { number, record };
  return record;
}

/** A message of a record's list. */
function listed(record: JsonObject, inner: number): JsonObject {
  const patch = isObject(record.$set) ? record.$set : record;
  const message = Array.isArray(patch.messages) ? patch.messages[inner] : undefined;
  return isObject(message) ? message : {};
}
