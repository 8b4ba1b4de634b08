import type { JsonObject } from "../../base/json/value.ts";
import type { TranscriptHeader, TranscriptItem } from "../../model/transcript.ts";
import type { ItemBody } from "../build-items.ts";
import type { RecordKinds } from "../record-kinds.ts";

/** A record's own id, or the one that it was given, and its line. */
export interface RecordIdentity {
  readonly id: string;
  readonly line: number;
}

/** How an agent writes a log in which records follow each other. */
export interface LinearFormat {
  readonly agent: string;
  /** The agent's word for a record. */
  typeOf(record: JsonObject): string;
  readonly kinds: RecordKinds;
  /** Its own id for a record; null where it has none. */
  idOf(record: JsonObject): string | null;
  /**
   * Starts to follow the records of a thread; the answer is the id of the record that one follows, and null for a first
   * one. Absent where records follow each other as they are in the file. Otherwise the last record is the end of the
   * conversation, and other paths were left.
   */
  followParents?(): (record: JsonObject, place: RecordIdentity) => string | null;
  atOf(record: JsonObject): string | null;
  /** Starts to follow the times of a thread, where a record has that of another. */
  followTimes?(): (record: JsonObject) => string | null;
  /** The sub-agent a record belongs to; null for that of its file. */
  threadOf(record: JsonObject): string | null;
  /** The sub-agent that a file is of; by default the file's name. */
  threadOfFile?(path: string): string;
  /** Starts a pass over the records of one thread: what a record says may depend on those before it. */
  startPass(): (record: JsonObject, line: number) => readonly ItemBody[];
  /**
   * Starts to follow the items of a thread with their records; for a compaction the answer is the ids of those that stay
   * in force. Absent for an agent that keeps none.
   */
  followKept?(): (item: TranscriptItem, record: JsonObject) => readonly string[];
  /** What a record says of its session; null when it says nothing. */
  factsOf(record: JsonObject): Partial<TranscriptHeader> | null;
}
