import type { JsonObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { buildItems, type ItemBody, parseTime } from "../build-items.ts";
import { bodiesByKind } from "../record-kinds.ts";
import type { RecordReader } from "../records/record-reader.ts";
import type { ReadFile } from "./arrange-files.ts";
import { type Envelope, openEnvelope } from "./envelope.ts";
import type { Interpreter } from "./interpreter.ts";
import type { KeptMessages } from "./kept-messages.ts";
import { kinds } from "./kinds.ts";
import { type LineEntry, lineEntry } from "./record-table.ts";

/** What all rollouts of a session have in common. */
export interface SessionContext {
  readonly ids: Set<string>;
  /** Calls that start sub-agents, and the items that contain them. */
  readonly calls: Map<string, string>;
}

/** What the items of a rollout depend on. */
export interface ItemContext extends SessionContext {
  readonly file: ReadFile;
  readonly keptMessages: KeptMessages;
  /** The item after which lines were left, by the line that did it. */
  readonly forks: Map<number, string | null>;
}

/** A line as it was interpreted, before it has its place among the items. */
export interface InterpretedLine {
  readonly entry: LineEntry;
  readonly bodies: readonly ItemBody[];
  readonly envelope: Envelope;
}

/** Lines by their numbers, and what knows the lines before them. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
  readonly interpreter: Interpreter;
}

/** Lines in the order of the file; what can be read without waiting comes in one batch. */
export async function* readLines(
  context: ItemContext,
  records: RecordReader,
  { from, to, interpreter }: LineRange,
): AsyncGenerator<readonly InterpretedLine[]> {
  const { table } = context.file.index;
  let batch: InterpretedLine[] = [];
  for (let number = from; number < to; number++) {
    const entry = lineEntry(table, number);
    if (batch.length > 0 && !records.isBuffered(entry.location)) {
      yield batch;
      batch = [];
    }
    const found = records.read(entry.location);
    const record = found instanceof Promise ? await found : found;
    batch.push(interpretLine(interpreter, entry, record));
  }
  if (batch.length > 0) yield batch;
}

/** What a line says, known from those before it. */
export function interpretLine(
  interpreter: Interpreter,
  entry: LineEntry,
  record: JsonObject,
): InterpretedLine {
  const envelope = openEnvelope(record);
  const spoken = interpreter.bodies(envelope, entry.location.line);
  const bodies = entry.isSummary ? spoken.map(asInjected) : spoken;
  return { entry, bodies, envelope };
}

function asInjected(body: ItemBody): ItemBody {
  return body.kind === "message" ? { kind: "injected", text: body.text, is_summary: true } : body;
}

/** The items of a line at its place. */
export function itemsOfLine(
  context: ItemContext,
  { entry, bodies, envelope }: InterpretedLine,
  path: { readonly parent: string | null; readonly branch: string | null },
): TranscriptItem[] {
  const { index, thread } = context.file;
  const { location, type } = entry;
  const complete = bodies.flatMap((body) => context.keptMessages.complete(body, envelope.payload));
  const origin = {
    id: idOf(context, entry, envelope.payload.id),
    at: parseTime(envelope.at),
    source: { file: index.file.path, line: location.line, type },
    thread,
    ...path,
  };
  const items = buildItems(origin, bodiesByKind(kinds, type, complete));
  for (const item of items) {
    if (path.branch === null) context.keptMessages.add(item);
    if (item.kind === "tool_call" && item.name === "spawn_agent") {
      context.calls.set(item.call_id, item.id);
    }
  }
  return items;
}

/** Ids of answers are the provider's, and begin again where it has no better ones. */
export function idOf(
  { ids, file }: ItemContext,
  { location, disposition }: LineEntry,
  own: unknown,
): string {
  const line = `line-${location.line}`;
  const isFree =
    typeof own === "string" && own !== "" && disposition === "transcript" && !ids.has(own);
  const { label } = file;
  const named = isFree ? own : label === null ? line : `${label}:${line}`;
  // A line may contain several records.
  const id = ids.has(named) ? `${named}@${location.offset}` : named;
  ids.add(id);
  return id;
}
