import type { TranscriptItem } from "../../model/transcript.ts";
import { type ItemBody, makeItems, timeOf } from "../make-items.ts";
import { openRecords, type RecordReader } from "../record-reader.ts";
import { createSaidMessages, type SaidMessages } from "./compacted.ts";
import { type Envelope, openEnvelope } from "./envelope.ts";
import type { FileIndex } from "./index-records.ts";
import { createInterpreter, type Interpreter } from "./interpreter.ts";
import { type Entry, entryAt } from "./record-table.ts";

/** One rollout of a session. */
export interface ReadFile {
  readonly index: FileIndex;
  /** The sub-agent whose rollout it is; null for the conversation's own. */
  readonly thread: string | null;
  /** The prefix of another rollout that the conversation begins with. */
  readonly isBase: boolean;
}

/** Reads the lines again and says them: the conversation, what was rolled back, then the sub-agents. */
export async function* sayItems(files: readonly ReadFile[]): AsyncGenerator<TranscriptItem> {
  const ids = new Set<string>();
  const calls = new Map<string, string>();
  const said = createSaidMessages();
  const spawns = new Map(files.flatMap(({ index }) => [...index.facts.spawns]));
  let last: string | null = null;
  for (const file of files) {
    const { thread } = file;
    const parent: string | null =
      thread === null ? last : (calls.get(spawns.get(thread) ?? "") ?? null);
    const memory = thread === null ? said : createSaidMessages();
    const speaker: Speaker = { file, ids, calls, said: memory };
    for await (const item of sayFile(speaker, parent)) {
      yield item;
      if (thread === null && item.branch === null && item.kind !== "branch") last = item.id;
    }
  }
}

interface Speaker {
  readonly file: ReadFile;
  readonly ids: Set<string>;
  /** Calls that start sub-agents, and the items that hold them. */
  readonly calls: Map<string, string>;
  readonly said: SaidMessages;
}

/** Says the lines in force, then those that were rolled back; all are interpreted, for their state. */
async function* sayFile(speaker: Speaker, parent: string | null): AsyncGenerator<TranscriptItem> {
  const { index } = speaker.file;
  const records = openRecords(index.file);
  // What was rolled back follows what stood before its first line.
  const forks = new Map<number, string | null>();
  const heads = new Set(index.table.leftBy.values());
  let before = parent;
  try {
    for await (const { entry, said } of readEntries(speaker, records)) {
      if (entry.leftBy !== null && !forks.has(entry.leftBy)) forks.set(entry.leftBy, before);
      if (entry.leftBy !== null || heads.has(entry.number)) continue;
      const items = finish(speaker, said, { parent: before, branch: null });
      yield* items;
      before = items.at(-1)?.id ?? before;
    }
    if (heads.size > 0) yield* sayLeft(speaker, records, forks);
  } finally {
    await records.close();
  }
}

async function* sayLeft(
  speaker: Speaker,
  records: RecordReader,
  forks: ReadonlyMap<number, string | null>,
): AsyncGenerator<TranscriptItem> {
  const { table } = speaker.file.index;
  const branches = new Map<number, { readonly branch: string; parent: string }>();
  for await (const { entry, said } of readEntries(speaker, records)) {
    const head = entry.leftBy;
    if (head === null) continue;
    let path = branches.get(head);
    if (path === undefined) {
      const parent = forks.get(head) ?? null;
      const start = await readEntry(records, createInterpreter(), entryAt(table, head));
      const [item] = finish(speaker, start, { parent, branch: null });
      if (item === undefined) continue;
      yield item;
      path = { branch: item.id, parent: item.id };
      branches.set(head, path);
    }
    const items = finish(speaker, said, { ...path });
    yield* items;
    path.parent = items.at(-1)?.id ?? path.parent;
  }
}

/** A line as it was interpreted, before it has its place among the items. */
interface Said {
  readonly entry: Entry;
  readonly bodies: readonly ItemBody[];
  readonly envelope: Envelope;
  readonly raw: string;
}

async function* readEntries(speaker: Speaker, records: RecordReader) {
  const interpreter = createInterpreter();
  const { table } = speaker.file.index;
  for (let number = 0; number < table.places.count(); number++) {
    const entry = entryAt(table, number);
    yield { entry, said: await readEntry(records, interpreter, entry) };
  }
}

async function readEntry(
  records: RecordReader,
  interpreter: Interpreter,
  entry: Entry,
): Promise<Said> {
  const { value, raw } = await records.read(entry.place);
  const envelope = openEnvelope(value);
  const spoken = interpreter.bodies(envelope, entry.place.line);
  const bodies = entry.isSummary ? spoken.map(asInjected) : spoken;
  return { entry, bodies, envelope, raw };
}

function asInjected(body: ItemBody): ItemBody {
  return body.kind === "message" ? { kind: "injected", text: body.text } : body;
}

function finish(
  speaker: Speaker,
  { entry, bodies, envelope, raw }: Said,
  path: { readonly parent: string | null; readonly branch: string | null },
): TranscriptItem[] {
  const { index, thread } = speaker.file;
  const { place, type } = entry;
  const whole = bodies.flatMap((body) => speaker.said.complete(body, envelope.payload));
  const origin = {
    id: idOf(speaker, entry, envelope.payload.id),
    at: timeOf(envelope.at),
    source: { file: index.file.path, line: place.line, type },
    raw,
    thread,
    ...path,
  };
  const items = makeItems(origin, whole.length > 0 ? whole : [{ kind: "opaque" }]);
  for (const item of items) {
    if (path.branch === null) speaker.said.note(item);
    if (item.kind === "tool_call" && item.name === "spawn_agent") {
      speaker.calls.set(item.call_id, item.id);
    }
  }
  return items;
}

/** Ids of answers are the provider's, and begin anew where it has no better ones. */
function idOf({ ids, file }: Speaker, { place, fate }: Entry, own: unknown): string {
  const line = `line-${place.line}`;
  const isFree = typeof own === "string" && own !== "" && fate === "transcript" && !ids.has(own);
  const label = file.thread ?? (file.isBase ? file.index.facts.id() : null);
  const id = isFree ? own : label === null ? line : `${label}:${line}`;
  ids.add(id);
  return id;
}
