import { createFindings } from "../../base/findings.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { emptyHeader, type TranscriptItem } from "../../model/transcript.ts";
import { createAccounting } from "../accounting.ts";
import type { Reading, SessionSource } from "../agent.ts";
import { type ItemBody, makeItems, timeOf } from "../make-items.ts";
import { openRecords, type ReadRecord, type RecordReader } from "../record-reader.ts";
import { indexLog, type LogIndex } from "./index-log.ts";
import { bodiesOf, snapshotOf } from "./message-bodies.ts";
import { type PlanStep, planOf } from "./plan-log.ts";

/** Reads a session of Gemini CLI: a log that is folded by message ids, and those of its sub-agents. */
export async function read(source: SessionSource): Promise<Reading> {
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

/** Where the second pass through one log stands. */
interface Telling {
  readonly log: LogIndex;
  readonly thread: string | null;
  readonly reader: RecordReader;
  readonly answered: Set<string>;
  /** Items by their message, for compressions that keep some. */
  readonly items: Map<string, string[]>;
  /** The record that was read last: a list of messages is one record. */
  last: { number: number; record: ReadRecord } | null;
  /** Records before this one have been told. */
  passed: number;
  parent: string | null;
  branch: string | null;
}

async function* readItems(log: LogIndex, thread: string | null): AsyncGenerator<TranscriptItem> {
  const telling: Telling = {
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
    for (const step of planOf(log.folded)) {
      if (step.kind === "left" && telling.branch === null) yield* tellOpaque(telling);
      const number = step.kind === "message" ? step.slot.record : step.record;
      if (telling.branch === null) yield* tellOpaque(telling, number);
      yield* tell(telling, step);
    }
    if (telling.branch === null) yield* tellOpaque(telling);
  } finally {
    await telling.reader.close();
  }
}

/** Tells the records that say nothing, up to one of them, where they stand. */
async function* tellOpaque(telling: Telling, until = telling.log.types.length) {
  for (; telling.passed < until; telling.passed++) {
    const { passed, log } = telling;
    if (log.told.has(passed) || log.types[passed] === "header") continue;
    yield* say(telling, passed, { id: `record-${passed + 1}`, bodies: [{ kind: "opaque" }] });
  }
}

async function* tell(telling: Telling, step: PlanStep): AsyncGenerator<TranscriptItem> {
  if (step.kind === "message") {
    const { id, record, inner } = step.slot;
    const { value } = await recordAt(telling, record);
    const message = inner === null ? value : listed(value, inner);
    const bodies = bodiesOf(message, telling.answered);
    yield* say(telling, record, { id, bodies, at: timeOf(message.timestamp) });
    return;
  }
  if (step.kind === "left") {
    const id = `left-${step.first.id}`;
    telling.branch = idOf(telling, id);
    const bodies: ItemBody[] = [{ kind: "branch", reason: "It was taken back" }];
    yield* say(telling, step.record, { id, bodies });
    return;
  }
  const { value } = await recordAt(telling, step.record);
  const message = listed(value, step.inner);
  const kept = step.kept.flatMap((id) => telling.items.get(id) ?? []);
  const summary = snapshotOf(message);
  const bodies: ItemBody[] = [{ kind: "compaction", trigger: null, summary, kept }];
  yield* say(telling, step.record, {
    id: `compaction-${step.record + 1}`,
    bodies,
    at: timeOf(message.timestamp),
  });
}

interface Saying {
  readonly id: string;
  readonly bodies: readonly ItemBody[];
  readonly at?: string | null;
}

async function* say(telling: Telling, number: number, { id, bodies, at = null }: Saying) {
  const { log, thread } = telling;
  const type = log.types[number];
  if (type === undefined || bodies.length === 0) return;
  const { raw } = await recordAt(telling, number);
  const items = makeItems(
    {
      id: idOf(telling, id),
      parent: telling.parent,
      at,
      source: { file: log.file.path, line: log.places.lineAt(number), type },
      raw,
      thread,
      branch: telling.branch,
    },
    bodies,
  );
  telling.items.set(
    id,
    items.flatMap((item) => (item.kind === "usage" ? [] : [item.id])),
  );
  for (const item of items) {
    yield item;
    telling.parent = item.id;
  }
}

/** Ids of messages are unique in their log only. */
function idOf({ thread }: Telling, id: string): string {
  return thread === null ? id : `${thread}:${id}`;
}

async function recordAt(telling: Telling, number: number): Promise<ReadRecord> {
  if (telling.last?.number === number) return telling.last.record;
  const record = await telling.reader.read(telling.log.places.at(number));
  telling.last = { number, record };
  return record;
}

/** A message of a record's list. */
function listed(record: JsonObject, inner: number): JsonObject {
  const patch = isObject(record.$set) ? record.$set : record;
  const message = Array.isArray(patch.messages) ? patch.messages[inner] : undefined;
  return isObject(message) ? message : {};
}
