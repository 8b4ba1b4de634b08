import type { Json, JsonObject } from "../base/json/value.ts";
import { writeJson } from "../base/json/write.ts";
import type { StateEntry, StateHead, TrailEvent } from "../model/state.ts";

/** What a codec needs besides the record. */
export interface CodecContext {
  readonly head: StateHead;
  /** Entries by id, for lines that repeat facts of their entry. */
  readonly entries: ReadonlyMap<string, StateEntry>;
  countTokens(text: string): number;
}

/** One line of a trail, as it is in the file. */
export interface TrailLine {
  readonly number: number;
  readonly text: string;
  /** The record; null when the line is damaged or of an unknown kind. */
  readonly value: JsonObject | null;
}

/** A state bundle taken apart into its records. */
export interface StateParts {
  /** The JSON documents by file name, without the list of entries. */
  readonly documents: Readonly<Record<string, Record<string, Json>>>;
  readonly records: readonly JsonObject[];
  readonly lines: readonly TrailLine[];
  /** Lines of the trail that could not be read and are missing from `lines`. */
  readonly lost?: number;
  /** Whether the trail is a file without lines, which a round trip has to preserve. */
  readonly emptyTrail?: boolean;
}

/** A record as a line that was not read from a file. */
export function trailLineFrom(value: JsonObject): TrailLine {
  return { number: 0, text: writeJson(value, 0), value };
}

/**
 * How one format encodes a committed state. Three formats share one meaning, so a conversion is
 * "read with one codec, write with another"; the converter carries what a codec cannot encode.
 *
 * Contract, checked by test/conformance/state-suite.ts over every pair of codecs:
 * there and back keeps entries, their order, the trail and every unknown key.
 */
export interface StateCodec<Model> {
  readonly trailFile: string;
  /** Whether ids are unique in the bundle or only within a namespace. */
  readonly idScope: "bundle" | "namespace";
  /** The file that lists the entries. */
  readonly entriesFile: string;
  /** Whether a bundle of the format declares a token budget. */
  readonly hasBudget: boolean;
  /** Keys of an entry that the format lacks, and that are inferred from others. */
  readonly inferredKeys: readonly string[];
  /** Reads the trail again from its file, unless `withTrail` is false. */
  readParts(model: Model, withTrail?: boolean): Promise<StateParts>;
  buildModel(parts: StateParts): Model;

  readHead(parts: StateParts, budget: number): StateHead;
  toEntry(record: JsonObject, context: Omit<CodecContext, "entries">): StateEntry;
  /** Whether an object is a line of the trail. */
  isTrailLine(value: JsonObject): boolean;
  toEvent(line: JsonObject, context: CodecContext): TrailEvent | null;

  buildDocuments(head: StateHead, entries: readonly StateEntry[]): StateParts["documents"];
  /** Null when the format has no such kind of entry. */
  fromEntry(entry: StateEntry, context: CodecContext): JsonObject | null;
  /** Null when the format has no such decision. */
  fromEvent(event: TrailEvent, context: CodecContext): JsonObject | null;
}
