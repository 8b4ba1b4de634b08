import { type BatchedSequence, fromBatches } from "../../base/batches.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { buildItems, type ItemBody, parseTime } from "../build-items.ts";
import { bodiesByKind } from "../record-kinds.ts";
import { openRecords, type ReadRecord, type RecordReader } from "../records/record-reader.ts";
import { type Envelope, isSilentEvent, openEnvelope, timeOfEvent } from "./envelope.ts";
import type { FileIndex } from "./index-records.ts";
import { createInterpreter, type Interpreter } from "./interpreter.ts";
import { createKeptMessages, type KeptMessages } from "./kept-messages.ts";
import { kinds } from "./kinds.ts";
import { type LineEntry, lineEntry } from "./record-table.ts";

/** One rollout of a session. */
export interface ReadFile {
  readonly index: FileIndex;
  /** The sub-agent whose rollout it is; null for the conversation's own. */
  readonly thread: string | null;
  /** The prefix of another rollout that the conversation begins with. */
  readonly isBase: boolean;
}

/** Reads the lines again and says them: the conversation, what was rolled back, then the sub-agents. */
export function readItems(files: readonly ReadFile[]): BatchedSequence<TranscriptItem> {
  return fromBatches(() => readBatches(files));
}

type ItemBatches = AsyncGenerator<readonly TranscriptItem[]>;

async function* readBatches(files: readonly ReadFile[]): ItemBatches {
  const ids = new Set<string>();
  const calls = new Map<string, string>();
  const said = createKeptMessages();
  const subAgentCalls = new Map(files.flatMap(({ index }) => [...index.facts.subAgentCalls]));
  let last: string | null = null;
  for (const file of files) {
    const { thread } = file;
    const parent: string | null =
      thread === null ? last : (calls.get(subAgentCalls.get(thread) ?? "") ?? null);
    const memory = thread === null ? said : createKeptMessages();
    const context: ItemContext = { file, ids, calls, said: memory };
    for await (const batch of readFileItems(context, parent)) {
      yield batch;
      if (thread === null) last = batch.findLast(isOnPath)?.id ?? last;
    }
  }
}

function isOnPath({ branch, kind }: TranscriptItem): boolean {
  return branch === null && kind !== "branch";
}

interface ItemContext {
  readonly file: ReadFile;
  readonly ids: Set<string>;
  /** Calls that start sub-agents, and the items that hold them. */
  readonly calls: Map<string, string>;
  readonly said: KeptMessages;
}

/** Says the lines in force, then those that were rolled back; all are interpreted, for their state. */
async function* readFileItems(context: ItemContext, parent: string | null): ItemBatches {
  const { index } = context.file;
  const records = openRecords(index.file);
  // What was rolled back follows what stood before its first line.
  const forks = new Map<number, string | null>();
  const heads = new Set(index.table.rolledBackBy.values());
  let before = parent;
  try {
    for await (const lines of readLines(context, records)) {
      const batch: TranscriptItem[] = [];
      for (const line of lines) {
        const { number, rolledBackBy } = line.entry;
        if (rolledBackBy !== null && !forks.has(rolledBackBy)) forks.set(rolledBackBy, before);
        if (rolledBackBy !== null || heads.has(number)) continue;
        for (const item of itemsOfLine(context, line, { parent: before, branch: null })) {
          batch.push(item);
          before = item.id;
        }
      }
      if (batch.length > 0) yield batch;
    }
    if (heads.size > 0) yield* readRolledBackItems(context, records, forks);
  } finally {
    await records.close();
  }
}

async function* readRolledBackItems(
  context: ItemContext,
  records: RecordReader,
  forks: ReadonlyMap<number, string | null>,
): ItemBatches {
  const { table } = context.file.index;
  const branches = new Map<number, { readonly branch: string; parent: string }>();
  for await (const line of fromBatches(() => readLines(context, records))) {
    const head = line.entry.rolledBackBy;
    if (head === null) continue;
    let path = branches.get(head);
    if (path === undefined) {
      const parent = forks.get(head) ?? null;
      const entry = lineEntry(table, head);
      const record = await records.read(entry.location);
      const start = interpretLine(createInterpreter(), entry, record);
      const [item] = itemsOfLine(context, start, { parent, branch: null });
      if (item === undefined) continue;
      yield [item];
      path = { branch: item.id, parent: item.id };
      branches.set(head, path);
    }
    const items = itemsOfLine(context, line, { ...path });
    yield items;
    path.parent = items.at(-1)?.id ?? path.parent;
  }
}

/** A line as it was interpreted, before it has its place among the items. */
interface InterpretedLine {
  readonly entry: LineEntry;
  readonly bodies: readonly ItemBody[];
  readonly envelope: Envelope;
  readonly raw: string | null;
}

/** All lines in the order of the file; what can be read without waiting comes in one batch. */
async function* readLines(
  context: ItemContext,
  records: RecordReader,
): AsyncGenerator<readonly InterpretedLine[]> {
  const interpreter = createInterpreter();
  const { table } = context.file.index;
  let batch: InterpretedLine[] = [];
  for (let number = 0; number < table.locations.count(); number++) {
    const entry = lineEntry(table, number);
    if (batch.length > 0 && !records.holds(entry.location)) {
      yield batch;
      batch = [];
    }
    const found = records.read(
      entry.location,
      isSilentEvent(entry.type, entry.disposition) ? glanceAtEvent : undefined,
    );
    const record = found instanceof Promise ? await found : found;
    batch.push(interpretLine(interpreter, entry, record));
  }
  if (batch.length > 0) yield batch;
}

/** How the program begins the line of an event; of one that says nothing only the time is wanted. */
const EVENT =
  /^\{"timestamp":"([^"\\]{1,40})","(?:ordinal":\d{1,15},")?type":"event_msg","payload":\{/;
const LONGEST_BEGINNING = 120;

function glanceAtEvent(bytes: Buffer): JsonObject | null {
  const timestamp = EVENT.exec(bytes.toString("latin1", 0, LONGEST_BEGINNING))?.[1];
  return timestamp === undefined ? null : timeOfEvent(timestamp);
}

function interpretLine(
  interpreter: Interpreter,
  entry: LineEntry,
  { value, raw }: ReadRecord,
): InterpretedLine {
  const envelope = openEnvelope(value);
  const spoken = interpreter.bodies(envelope, entry.location.line);
  const bodies = entry.isSummary ? spoken.map(asInjected) : spoken;
  return { entry, bodies, envelope, raw };
}

function asInjected(body: ItemBody): ItemBody {
  return body.kind === "message" ? { kind: "injected", text: body.text, is_summary: true } : body;
}

function itemsOfLine(
  context: ItemContext,
  { entry, bodies, envelope, raw }: InterpretedLine,
  path: { readonly parent: string | null; readonly branch: string | null },
): TranscriptItem[] {
  const { index, thread } = context.file;
  const { location, type } = entry;
  const whole = bodies.flatMap((body) => context.said.complete(body, envelope.payload));
  const origin = {
    id: idOf(context, entry, envelope.payload.id),
    at: parseTime(envelope.at),
    source: { file: index.file.path, line: location.line, type },
    raw,
    thread,
    ...path,
  };
  const items = buildItems(origin, bodiesByKind(kinds, type, whole));
  for (const item of items) {
    if (path.branch === null) context.said.add(item);
    if (item.kind === "tool_call" && item.name === "spawn_agent") {
      context.calls.set(item.call_id, item.id);
    }
  }
  return items;
}

/** Ids of answers are the provider's, and begin anew where it has no better ones. */
function idOf(
  { ids, file }: ItemContext,
  { location, disposition }: LineEntry,
  own: unknown,
): string {
  const line = `line-${location.line}`;
  const isFree =
    typeof own === "string" && own !== "" && disposition === "transcript" && !ids.has(own);
  const label = file.thread ?? (file.isBase ? file.index.facts.id() : null);
  const named = isFree ? own : label === null ? line : `${label}:${line}`;
  // A line may contain several records.
  const id = ids.has(named) ? `${named}@${location.offset}` : named;
  ids.add(id);
  return id;
}
