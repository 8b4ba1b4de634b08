import { isObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { type ItemBody, makeItems, timeOf } from "../make-items.ts";
import { openRecords, type RecordReader } from "../record-reader.ts";
import { textOf } from "./blocks.ts";
import { bodiesOf, OPAQUE, usageOf } from "./bodies.ts";
import type { Boundary, FileIndex } from "./index-records.ts";
import type { ReadFile } from "./read.ts";
import { type Entry, entryAt, NONE, partAt, recordWith, uuidAt, valueAt } from "./record-table.ts";
import type { Spawns } from "./spawns.ts";

/** Reads the records again and says them: the conversation, the paths left, then the sub-agents. */
export async function* sayItems(
  files: readonly ReadFile[],
  spawns: Spawns,
): AsyncGenerator<TranscriptItem> {
  const ids = new Set<string>();
  for (const read of files) {
    const records = openRecords(read.index.file);
    const speaker: Speaker = { read, records, spawns, ids };
    try {
      yield* sayFile(speaker);
    } finally {
      await records.close();
    }
  }
}

interface Speaker {
  readonly read: ReadFile;
  readonly records: RecordReader;
  readonly spawns: Spawns;
  /** First ids given so far: files copied from each other share some. */
  readonly ids: Set<string>;
}

interface Path {
  readonly parent: string | null;
  readonly thread: string | null;
  readonly branch: string | null;
}

async function* sayFile(speaker: Speaker): AsyncGenerator<TranscriptItem> {
  const { read, spawns } = speaker;
  const { main, left, asides } = read.order;
  const { thread } = read;
  const { table, prompts } = read.index;
  const parent = thread === null ? null : spawnOf(spawns, spawns.byAgent.get(thread));
  yield* sayPath(speaker, main, { parent, thread, branch: null });
  for (const { from, records } of left) {
    const [first] = records;
    if (first === undefined) continue;
    const head = await branchItem(speaker, entryAt(table, first), from);
    yield head;
    yield* sayPath(speaker, records, { parent: head.id, thread, branch: head.id });
  }
  for (const [number, records] of asides) {
    const root = entryAt(table, number);
    const prompt = prompts.get(number);
    const call = prompt === undefined ? undefined : spawns.byPrompt.get(prompt);
    const own = root.agent ?? root.uuid ?? `line-${root.line}`;
    yield* sayPath(speaker, records, { parent: spawnOf(spawns, call), thread: own, branch: null });
  }
}

/** The item that holds a call, if it is known. */
function spawnOf({ callItems }: Spawns, call: string | undefined): string | null {
  return call === undefined ? null : (callItems.get(call) ?? null);
}

async function* sayPath(
  speaker: Speaker,
  records: readonly number[],
  path: Path,
): AsyncGenerator<TranscriptItem> {
  let { parent } = path;
  for (const number of records) {
    const entry = entryAt(speaker.read.index.table, number);
    for (const item of await sayEntry(speaker, entry, { ...path, parent })) {
      yield item;
      parent = item.id;
    }
  }
}

async function sayEntry(speaker: Speaker, entry: Entry, path: Path): Promise<TranscriptItem[]> {
  const { value, raw } = await speaker.records.read(entry);
  const spoken = entry.isOpaque ? OPAQUE : bodiesOf(value);
  const usage = entry.carriesUsage ? usageOf(value) : null;
  const bodies = await Promise.all(spoken.map((body) => complete(speaker, entry, body)));
  const origin = {
    id: idOf(speaker, entry),
    at: timeOf(value.timestamp),
    source: sourceOf(speaker, entry),
    raw,
    ...path,
  };
  return makeItems(origin, usage === null ? bodies : [...bodies, usage]);
}

function sourceOf({ read }: Speaker, { line, type }: Entry) {
  return { file: read.index.file.path, line, type };
}

function idOf({ ids, read }: Speaker, { uuid, line: number, isOpaque }: Entry): string {
  const line = `${read.thread === null ? "" : `${read.thread}:`}line-${number}`;
  const own = uuid !== null && !isOpaque ? uuid : line;
  const id = ids.has(own) ? `${read.index.file.path}:${number}` : own;
  ids.add(id);
  return id;
}

/** A compaction's summary is in the record after it, and what it kept is named by records. */
async function complete(speaker: Speaker, entry: Entry, body: ItemBody): Promise<ItemBody> {
  const { index } = speaker.read;
  const { table, boundaries } = index;
  if (entry.part === "summary" && body.kind === "injected") {
    if (partAt(table, entry.up) === "boundary") return body;
    return { kind: "compaction", trigger: null, summary: body.text, kept: [] };
  }
  if (body.kind !== "compaction") return body;
  const boundary = boundaries.get(entry.number);
  const kept = boundary === undefined ? [] : keptItems(index, boundary);
  const follower = table.up.findIndex(
    (up, other) => up === entry.number && partAt(table, other) === "summary",
  );
  if (follower === NONE) return { ...body, kept };
  const { value } = await speaker.records.read(entryAt(table, follower));
  const summary = isObject(value.message) ? textOf(value.message.content) : "";
  return { ...body, kept, summary: summary === "" ? null : summary };
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
  return kept.map((uuid) => recordWith(table, uuid)).filter((number) => number !== NONE);
}

function spanned({ table }: FileIndex, { span }: Boundary): number[] {
  const head = recordWith(table, span?.[0] ?? "");
  const tail = recordWith(table, span?.[1] ?? "");
  const records = new Set<number>();
  if (head === NONE) return [];
  for (let at = tail; at !== NONE && !records.has(at); at = valueAt(table.up, at)) {
    records.add(at);
    if (at === head) return [...records].reverse();
  }
  return [];
}

/** Records of two paths may share an id. */
function branchId({ ids, read }: Speaker, { uuid, line }: Entry): string {
  const own = `${uuid ?? line}/branch`;
  const id = ids.has(own) ? `${read.index.file.path}:${line}/branch` : own;
  ids.add(id);
  return id;
}

async function branchItem(speaker: Speaker, first: Entry, from: number): Promise<TranscriptItem> {
  const { value, raw } = await speaker.records.read(first);
  const origin = {
    id: branchId(speaker, first),
    parent: uuidAt(speaker.read.index.table, from),
    at: timeOf(value.timestamp),
    source: sourceOf(speaker, first),
    raw,
    thread: speaker.read.thread,
    branch: null,
  };
  const reason = first.part === "prompt" ? "rewound" : "not continued";
  const [item] = makeItems(origin, [{ kind: "branch", reason }]);
  if (item === undefined) throw new Error("One body makes one item");
  return item;
}
