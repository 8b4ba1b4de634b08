import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { RecordIdentity } from "../records/linear-format.ts";
import { isTyped } from "./record-bodies.ts";

interface Turn {
  /** The record before the one with which the turn began. */
  readonly before: string | null;
  readonly line: number;
}

/**
 * Which record one follows. A log only grows: when the user takes back turns or begins again, a record says so, and what
 * comes after it follows what was before those turns.
 */
export function followParents(): (record: JsonObject, place: RecordIdentity) => string | null {
  const ids: [line: number, id: string][] = [];
  let turns: Turn[] = [];
  let last: string | null = null;
  /** The line with the same step once more, for earlier versions of the program. */
  let repeated: number | null = null;

  const parentOf = ({ type, message, count, base }: JsonObject, line: number): string | null => {
    if (type === "context.clear") {
      turns = [];
      return null;
    }
    if (type === "agent.switched" && isObject(base) && typeof base.line === "number") {
      const end = base.line;
      turns = turns.filter((turn) => turn.line <= end);
      return ids.findLast(([at]) => at <= end)?.[1] ?? null;
    }
    if (type === "context.undo" && line !== repeated && isCount(count)) {
      const [first] = turns.splice(-count);
      return first === undefined ? last : first.before;
    }
    if (type === "context.apply_compaction") turns = [];
    const isTurn = type === "context.append_message" && isObject(message) && isTyped(message);
    if (isTurn) turns.push({ before: last, line });
    return last;
  };

  return (record, { id, line }) => {
    const parent = parentOf(record, line);
    const { type, legacyUndoLine } = record;
    if (type === "agent.switched") repeated = Number(legacyUndoLine);
    ids.push([line, id]);
    last = id;
    return parent;
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** A compaction keeps the messages of the user; of very many, the first and the last. */
export function followKept(): (item: TranscriptItem, record: JsonObject) => readonly string[] {
  let asked: readonly string[] = [];
  return (item, record) => {
    const { message, keptUserMessageCount: count, keptHeadUserMessageCount: head = 0 } = record;
    if (item.kind === "compaction") {
      if (typeof count !== "number" || typeof head !== "number") return asked;
      const tail = Math.max(0, count - head);
      const isKept = (at: number) => at < head || at >= asked.length - tail;
      asked = asked.filter((_, at) => isKept(at));
      return asked;
    }
    if (item.kind === "message" && item.role === "user" && isObject(message) && isTyped(message)) {
      asked = [...asked, item.id];
    }
    return [];
  };
}
