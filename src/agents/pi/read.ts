import type { TranscriptItem } from "../../model/transcript.ts";
import type { Reading, SessionSource, SourceFile } from "../agent.ts";
import { type EntryPaths, entryPaths } from "../entry-paths.ts";
import { type ItemOrigin, makeItems, timeOf } from "../make-items.ts";
import { openRecords, type ReadRecord, type RecordReader } from "../record-reader.ts";
import { bodiesOf, type PiCalls } from "./entry-bodies.ts";
import { type Entry, type EntryIndex, indexEntries } from "./index-entries.ts";

/** Reads a session of pi: a tree of entries in one file, the last of them being the end in force. */
export async function read(source: SessionSource): Promise<Reading> {
  const [file] = source.files;
  if (file === undefined) throw new Error("A session of pi has one file");
  const index = await indexEntries(source, file);
  const paths = entryPaths(index.entries, index.byId);
  if (paths.cycleAt !== null) {
    const line = index.places.lineAt(paths.cycleAt);
    index.findings.warn("W_CYCLE", { file: file.path, line }, "Entries are each other's parents");
  }
  const heads = new Set(paths.left.map(({ entries }) => entries[0]));
  for (const [at, { type, says }] of index.entries.entries()) {
    index.accounting.count(type, says || heads.has(at) ? "transcript" : "opaque");
  }
  return {
    header: index.header,
    accounting: index.accounting.result(),
    findings: index.findings.list(),
    complete_bytes: index.complete_bytes,
    items: () => readItems(file, index, paths),
  };
}

/** Where the second pass stands. */
interface Telling {
  readonly file: SourceFile;
  readonly index: EntryIndex;
  readonly reader: RecordReader;
  readonly calls: PiCalls;
  /** The last item of each entry, for what branches off there. */
  readonly lastItems: Map<string, string>;
  /** Content so far on the path being told, for compactions that keep some of it. */
  told: string[];
  /** How much of it was told before each entry. */
  readonly toldBefore: Map<string, number>;
  parent: string | null;
  branch: string | null;
}

async function* readItems(
  file: SourceFile,
  index: EntryIndex,
  paths: EntryPaths,
): AsyncGenerator<TranscriptItem> {
  const telling: Telling = {
    file,
    index,
    reader: openRecords(file),
    calls: { changing: new Map() },
    lastItems: new Map(),
    told: [],
    toldBefore: new Map(),
    parent: null,
    branch: null,
  };
  try {
    for (const at of paths.main) yield* tell(telling, at, false);
    for (const { from, entries } of paths.left) {
      const fork = from === null ? undefined : index.entries[from]?.id;
      telling.parent = telling.lastItems.get(fork ?? "") ?? null;
      telling.told = [];
      telling.branch = null;
      for (const at of entries) yield* tell(telling, at, true);
    }
  } finally {
    await telling.reader.close();
  }
}

async function* tell(telling: Telling, at: number, isLeft: boolean) {
  const entry = telling.index.entries[at];
  if (entry === undefined) return;
  const place = telling.index.places.at(at);
  const record = await telling.reader.read(place);
  const bodies = bodiesOf(record.value, telling.calls);
  if (bodies.length === 0) bodies.push({ kind: "opaque" });
  if (isLeft && telling.branch === null) {
    bodies.unshift({ kind: "branch", reason: "The conversation went on from an earlier entry" });
    telling.branch = entry.id;
  }
  telling.toldBefore.set(entry.id, telling.told.length);
  for (const item of makeItems(originOf(telling, { entry, line: place.line, record }), bodies)) {
    yield item.kind === "compaction" ? { ...item, kept: keptIds(telling, entry) } : item;
    if (staysInForce(item)) telling.told.push(item.id);
    telling.parent = item.id;
  }
  if (telling.parent !== null) telling.lastItems.set(entry.id, telling.parent);
}

interface Told {
  readonly entry: Entry;
  readonly line: number;
  readonly record: ReadRecord;
}

function originOf(telling: Telling, { entry, line, record }: Told): ItemOrigin {
  const { value, raw } = record;
  return {
    id: entry.id,
    parent: telling.parent,
    at: timeOf(value.timestamp),
    source: {
      file: telling.file.path,
      line,
      type: typeof value.type === "string" ? value.type : "",
    },
    raw,
    thread: null,
    branch: telling.branch,
  };
}

function keptIds({ index, told, toldBefore }: Telling, entry: Entry): string[] {
  const first = entry.keptFrom === null ? undefined : index.byId.get(entry.keptFrom);
  const from = first === undefined ? undefined : toldBefore.get(index.entries[first]?.id ?? "");
  return from === undefined ? [] : told.slice(from);
}

function staysInForce({ kind }: TranscriptItem): boolean {
  return kind !== "compaction" && kind !== "opaque" && kind !== "usage" && kind !== "branch";
}
