/**
 * The model that the three state formats share in memory. Documents and entries are small enough to
 * keep; the trail may be gigabytes and stays in its file. Bytes of unchanged documents are kept, so
 * that reading and writing a bundle does not touch a byte.
 */

import { HoldallError } from "../base/errors.ts";
import type { FileEntry, FileTree } from "../base/file-set.ts";
import { JsonSyntaxError, parseJson } from "../base/json/parse.ts";
import { copyObject, type Json, type JsonObject } from "../base/json/value.ts";
import { writeJson } from "../base/json/write.ts";
import type { StateEntry } from "../model/state.ts";
import type { StateParts, TrailLine } from "./state-codec.ts";
import { MIRROR } from "./state-mirror.ts";

/** The trail of a bundle that was read: counted, and readable again line by line. */
export interface Trail {
  readonly count: number;
  /** Lines that were kept without being understood. */
  readonly opaque: number;
  /** Whether some line could not be read at all. */
  readonly damaged: boolean;
  /** Lines that cannot be kept at all: cut off, or not text. */
  readonly lost: number;
  /** The file with the lines; null for a trail that was built in memory. */
  readonly file: FileEntry | null;
  /** The lines of a trail that was built in memory. */
  readonly kept: readonly TrailLine[];
  /** Whether a trail built in memory is an empty file; otherwise no lines means no file. */
  readonly isEmpty: boolean;
  lines(): AsyncIterable<TrailLine>;
}

/** A working-context, ocf-kit or ocf bundle in memory. */
export interface StateModel {
  readonly documents: Readonly<Record<string, JsonObject>>;
  readonly records: readonly JsonObject[];
  readonly trail: Trail;
  /** Files that are not the format's own; carried along. */
  readonly others: readonly FileEntry[];
  /** Bytes of documents as they were read, by file name; a document that was changed has none. */
  readonly originals: ReadonlyMap<string, Uint8Array>;
}

const encoder = new TextEncoder();

/** A trail in memory. */
function trailOf({ lines, emptyTrail = false }: StateParts): Trail {
  const all = lines.map((line, index) => ({ ...line, number: index + 1 }));
  return {
    count: all.length,
    opaque: all.filter((line) => line.value === null).length,
    damaged: false,
    lost: 0,
    file: null,
    kept: all,
    isEmpty: emptyTrail && all.length === 0,
    async *lines() {
      yield* all;
    },
  };
}

/** A model built from records that were not read from files. */
export function modelFromParts(parts: StateParts): StateModel {
  return {
    documents: parts.documents,
    records: parts.records,
    trail: trailOf(parts),
    others: [],
    originals: new Map(),
  };
}

/** Longest trail that a conversion reads into memory, in lines. */
const MAX_TRAIL_LINES = 500_000;

function tooLong(): HoldallError {
  return new HoldallError(
    "E_LIMIT",
    `Cannot convert: the trail has more than ${MAX_TRAIL_LINES} lines`,
  );
}

/** The records of a model, with its trail in memory. */
export async function partsFromModel(model: StateModel, withTrail = true): Promise<StateParts> {
  const lines: TrailLine[] = [];
  for await (const line of withTrail ? model.trail.lines() : []) {
    if (lines.length >= MAX_TRAIL_LINES) throw tooLong();
    lines.push({ ...line, value: line.value && spelledRecord(line.text, line.value) });
  }
  const documents: Record<string, Record<string, Json>> = {};
  for (const [file, value] of Object.entries(model.documents)) {
    documents[file] = value as Record<string, Json>;
  }
  const { lost, file, isEmpty } = model.trail;
  const emptyTrail = lines.length + lost === 0 && (file !== null || isEmpty);
  return { documents, records: model.records, lines, lost, emptyTrail };
}

/**
 * A record parsed again by the parser that keeps the spelling of numbers: `0.920` must not become
 * `0.92`.
 */
function spelledRecord(text: string, value: JsonObject): JsonObject {
  try {
    // The same text gave an object before.
    return parseJson(text).value as JsonObject;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    // Beyond the limits of that parser; the line's own text is carried instead.
    return value;
  }
}

/** A snapshot document with its list of entries put back. */
export function withEntries(document: JsonObject, entries: readonly JsonObject[]): JsonObject {
  return Object.assign(copyObject(document), { entries });
}

/**
 * Adds a document to a tree: its original bytes if it was not changed, otherwise newly serialised.
 */
export function addDocument(
  tree: Map<string, Uint8Array | FileEntry>,
  file: string,
  model: StateModel,
  value: Json,
): void {
  const original = model.originals.get(file);
  tree.set(file, original ?? encoder.encode(`${writeJson(value)}\n`));
}

/** Adds the trail to a tree: the file it came from, or its lines. */
export function addTrail(
  tree: Map<string, Uint8Array | FileEntry>,
  file: string,
  trail: Trail,
): void {
  if (trail.file) tree.set(file, trail.file);
  else if (trail.isEmpty || trail.kept.length > 0) {
    tree.set(file, encoder.encode(trail.kept.map((line) => `${line.text}\n`).join("")));
  }
}

/**
 * Adds the mirror and whatever else came with the bundle. A file of the format itself is never
 * overwritten.
 */
export function addRemainingFiles(
  tree: Map<string, Uint8Array | FileEntry>,
  model: StateModel,
  mirror: string | null,
): FileTree {
  if (mirror !== null) tree.set(MIRROR, encoder.encode(mirror));
  for (const entry of model.others) if (!tree.has(entry.path)) tree.set(entry.path, entry);
  return tree;
}

/**
 * What the codecs of working-context and OCF share: an entry there has the keys of the common
 * vocabulary.
 */
export const snapshotCodec = {
  entriesFile: "snapshot.json",
  hasBudget: true,
  inferredKeys: [],
  readParts: partsFromModel,
  buildModel: modelFromParts,
  toEntry: (record: JsonObject) => copyObject(record) as unknown as StateEntry,
} as const;
