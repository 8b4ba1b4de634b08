import type { JsonObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { IndexedSession, SessionSource, SourceFile } from "../agent.ts";
import { buildItems, type ItemOrigin, parseTime } from "../build-items.ts";
import { bodiesByKind } from "../record-kinds.ts";
import { openRecords, type RecordReader } from "../records/record-reader.ts";
import { findTreePaths, type TreePaths } from "../tree-paths.ts";
import { editEntry } from "./edit-entry.ts";
import { bodiesOf, type PendingChanges } from "./entry-bodies.ts";
import { type Entry, type EntryIndex, indexEntries } from "./index-entries.ts";
import { kinds } from "./kinds.ts";

/** Reads a session of pi: a tree of entries in one file, the last of them being the end in force. */
export async function read(source: SessionSource): Promise<IndexedSession> {
  const [file] = source.files;
  if (file === undefined) throw new Error("A session of pi has one file");
  const index = await indexEntries(source, file);
  const paths = findTreePaths(index.entries, index.byId);
  if (paths.cycleAt !== null) {
    const line = index.locations.lineAt(paths.cycleAt);
    index.findings.warn("W_CYCLE", { file: file.path, line }, "Entries are each other's parents");
  }
  const heads = new Set(paths.abandoned.map(({ entries }) => entries[0]));
  for (const [at, { type, hasItems }] of index.entries.entries()) {
    index.accounting.count(type, hasItems || heads.has(at) ? "transcript" : "opaque");
  }
  return {
    header: index.header,
    accounting: index.accounting.result(),
    findings: index.findings.list(),
    complete_bytes: index.complete_bytes,
    items: () => readItems(file, index, paths),
  };
}

/** The position of the second pass. */
interface ItemContext {
  readonly file: SourceFile;
  readonly index: EntryIndex;
  readonly reader: RecordReader;
  readonly calls: PendingChanges;
  /** The last item of each entry, for what branches off there. */
  readonly lastItems: Map<string, string>;
  /** Content so far on the path being read, for compactions that keep some of it. */
  emitted: string[];
  /** How much of it was returned before each entry. */
  readonly emittedBefore: Map<string, number>;
  /** The last edit of each entry on the path in force, by their numbers. */
  readonly edits: ReadonlyMap<number, number>;
  parent: string | null;
  branch: string | null;
}

async function* readItems(
  file: SourceFile,
  index: EntryIndex,
  paths: TreePaths,
): AsyncGenerator<TranscriptItem> {
  const context: ItemContext = {
    file,
    index,
    reader: openRecords(file),
    calls: { changing: new Map() },
    lastItems: new Map(),
    emitted: [],
    emittedBefore: new Map(),
    edits: editsOn(paths.main, index),
    parent: null,
    branch: null,
  };
  try {
    yield* headerItems(context);
    for (const at of paths.main) yield* entryItems(context, at, false);
    for (const { from, entries } of paths.abandoned) {
      const fork = from === null ? undefined : index.entries[from]?.id;
      context.parent = context.lastItems.get(fork ?? "") ?? null;
      context.emitted = [];
      context.branch = null;
      for (const at of entries) yield* entryItems(context, at, true);
    }
  } finally {
    await context.reader.close();
  }
}

/** The first record says what the session is, and nothing to the conversation. */
async function* headerItems({ index, reader, file }: ItemContext): AsyncGenerator<TranscriptItem> {
  const location = index.headerLocation;
  if (location === null) return;
  const { timestamp } = await reader.read(location);
  const source = { file: file.path, line: location.line, type: "session" };
  const origin = { id: "header", parent: null, at: parseTime(timestamp), source };
  yield* buildItems({ ...origin, thread: null, branch: null }, [{ kind: "opaque" }]);
}

async function* entryItems(context: ItemContext, at: number, isLeft: boolean) {
  const entry = context.index.entries[at];
  if (entry === undefined) return;
  const location = context.index.locations.at(at);
  const record = await context.reader.read(location);
  const value = isLeft ? record : await editedValue(context, at, record);
  const shown = value === null ? [] : bodiesOf(value, context.calls);
  const bodies = [...bodiesByKind(kinds, entry.type, shown)];
  if (isLeft && context.branch === null) {
    bodies.unshift({ kind: "branch", reason: "The conversation continued from an earlier entry" });
    context.branch = entry.id;
  }
  context.emittedBefore.set(entry.id, context.emitted.length);
  for (const item of buildItems(
    originOf(context, { entry, line: location.line, record }),
    bodies,
  )) {
    yield item.kind === "compaction" ? { ...item, kept: keptIds(context, entry) } : item;
    if (staysInForce(item)) context.emitted.push(item.id);
    context.parent = item.id;
  }
  if (context.parent !== null) context.lastItems.set(entry.id, context.parent);
}

/** Of several edits of an entry the last one counts. */
function editsOn(path: readonly number[], { entries, byId }: EntryIndex): Map<number, number> {
  const edits = new Map<number, number>();
  for (const at of path) {
    const target = byId.get(entries[at]?.edits ?? "");
    if (target !== undefined) edits.set(target, at);
  }
  return edits;
}

/** What an entry says after its last edit; null when that takes it out of the conversation. */
async function editedValue(
  { edits, index, reader }: ItemContext,
  at: number,
  value: JsonObject,
): Promise<JsonObject | null> {
  const edit = edits.get(at);
  if (edit === undefined) return value;
  const change = await reader.read(index.locations.at(edit));
  return editEntry(value, change);
}

interface ReadEntry {
  readonly entry: Entry;
  readonly line: number;
  readonly record: JsonObject;
}

function originOf(context: ItemContext, { entry, line, record }: ReadEntry): ItemOrigin {
  return {
    id: entry.id,
    parent: context.parent,
    at: parseTime(record.timestamp),
    source: {
      file: context.file.path,
      line,
      type: typeof record.type === "string" ? record.type : "",
    },
    thread: null,
    branch: context.branch,
  };
}

function keptIds({ index, emitted, emittedBefore }: ItemContext, entry: Entry): string[] {
  const first = entry.keptFrom === null ? undefined : index.byId.get(entry.keptFrom);
  const from = first === undefined ? undefined : emittedBefore.get(index.entries[first]?.id ?? "");
  return from === undefined ? [] : emitted.slice(from);
}

function staysInForce({ kind }: TranscriptItem): boolean {
  return kind !== "compaction" && kind !== "opaque" && kind !== "usage" && kind !== "branch";
}
