import type { TranscriptItem } from "../../model/transcript.ts";
import { buildItems, type ItemBody, parseTime } from "../build-items.ts";
import { openRecords, type RecordReader } from "../record-reader.ts";
import { type Envelope, openEnvelope } from "./envelope.ts";
import type { FileIndex } from "./index-records.ts";
import { createInterpreter, type Interpreter } from "./interpreter.ts";
import { createKeptMessages, type KeptMessages } from "./kept-messages.ts";
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
export async function* readItems(files: readonly ReadFile[]): AsyncGenerator<TranscriptItem> {
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
    for await (const item of readFileItems(context, parent)) {
      yield item;
      if (thread === null && item.branch === null && item.kind !== "branch") last = item.id;
    }
  }
}

interface ItemContext {
  readonly file: ReadFile;
  readonly ids: Set<string>;
  /** Calls that start sub-agents, and the items that hold them. */
  readonly calls: Map<string, string>;
  readonly said: KeptMessages;
}

/** Says the lines in force, then those that were rolled back; all are interpreted, for their state. */
async function* readFileItems(
  context: ItemContext,
  parent: string | null,
): AsyncGenerator<TranscriptItem> {
  const { index } = context.file;
  const records = openRecords(index.file);
  // What was rolled back follows what stood before its first line.
  const forks = new Map<number, string | null>();
  const heads = new Set(index.table.rolledBackBy.values());
  let before = parent;
  try {
    for await (const { entry, said } of readEntries(context, records)) {
      if (entry.rolledBackBy !== null && !forks.has(entry.rolledBackBy))
        forks.set(entry.rolledBackBy, before);
      if (entry.rolledBackBy !== null || heads.has(entry.number)) continue;
      const items = itemsOfLine(context, said, { parent: before, branch: null });
      yield* items;
      before = items.at(-1)?.id ?? before;
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
): AsyncGenerator<TranscriptItem> {
  const { table } = context.file.index;
  const branches = new Map<number, { readonly branch: string; parent: string }>();
  for await (const { entry, said } of readEntries(context, records)) {
    const head = entry.rolledBackBy;
    if (head === null) continue;
    let path = branches.get(head);
    if (path === undefined) {
      const parent = forks.get(head) ?? null;
      const start = await readEntry(records, createInterpreter(), lineEntry(table, head));
      const [item] = itemsOfLine(context, start, { parent, branch: null });
      if (item === undefined) continue;
      yield item;
      path = { branch: item.id, parent: item.id };
      branches.set(head, path);
    }
    const items = itemsOfLine(context, said, { ...path });
    yield* items;
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

async function* readEntries(context: ItemContext, records: RecordReader) {
  const interpreter = createInterpreter();
  const { table } = context.file.index;
  for (let number = 0; number < table.locations.count(); number++) {
    const entry = lineEntry(table, number);
    yield { entry, said: await readEntry(records, interpreter, entry) };
  }
}

async function readEntry(
  records: RecordReader,
  interpreter: Interpreter,
  entry: LineEntry,
): Promise<InterpretedLine> {
  const { value, raw } = await records.read(entry.location);
  const envelope = openEnvelope(value);
  const spoken = interpreter.bodies(envelope, entry.location.line);
  const bodies = entry.isSummary ? spoken.map(asInjected) : spoken;
  return { entry, bodies, envelope, raw };
}

function asInjected(body: ItemBody): ItemBody {
  return body.kind === "message" ? { kind: "injected", text: body.text } : body;
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
  const items = buildItems(origin, whole.length > 0 ? whole : [{ kind: "opaque" }]);
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
  const id = isFree ? own : label === null ? line : `${label}:${line}`;
  ids.add(id);
  return id;
}
