import type { JsonObject } from "../../base/json/value.ts";
import type { TranscriptHeader, TranscriptItem } from "../../model/transcript.ts";
import type { ItemBody } from "../build-items.ts";
import type { RecordKinds } from "../record-kinds.ts";

/** How an agent writes a log in which records follow each other. */
export interface LinearFormat {
  readonly agent: string;
  /** The agent's word for a record. */
  typeOf(record: JsonObject): string;
  readonly kinds: RecordKinds;
  /** Its own id for a record; null where it has none. */
  idOf(record: JsonObject): string | null;
  /**
   * The id of the record that one follows; null for a first one. Absent where records follow each other as they are
   * in the file. Otherwise the last record is the end of the conversation, and other paths were left.
   */
  parentOf?(record: JsonObject): string | null;
  atOf(record: JsonObject): string | null;
  /** The sub-agent a record belongs to. */
  threadOf(record: JsonObject): string | null;
  /** Starts a pass over the records of one thread: what a record says may depend on those before it. */
  startPass(): (record: JsonObject, line: number) => readonly ItemBody[];
  /**
   * Starts to follow the items of a thread; for a compaction the answer is the ids of those that stay in force. Absent
   * for an agent that keeps none.
   */
  followKept?(): (item: TranscriptItem) => readonly string[];
  /** What a record says of its session; null when it says nothing. */
  factsOf(record: JsonObject): Partial<TranscriptHeader> | null;
}
