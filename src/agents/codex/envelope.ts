import { isObject, type JsonObject } from "../../base/json/value.ts";

/** A line of a rollout in one shape, whichever version wrote it. */
export interface Envelope {
  readonly type: string;
  readonly payload: JsonObject;
  readonly at: unknown;
}

const EMPTY: JsonObject = {};

/** Opens a line. Before 0.32 lines were bare: first the session, then items, with states between. */
export function openEnvelope(record: JsonObject): Envelope {
  const { type, payload, timestamp } = record;
  if (typeof type === "string" && isObject(payload)) return { type, payload, at: timestamp };
  if (record.record_type !== undefined) {
    return { type: `record/${record.record_type}`, payload: EMPTY, at: timestamp };
  }
  if (typeof type === "string") return { type: "response_item", payload: record, at: timestamp };
  const isSession = typeof record.id === "string" && typeof timestamp === "string";
  return { type: isSession ? "session_meta" : "(untyped)", payload: record, at: timestamp };
}

/** Finds the agent's word for lines, with the finer word where it has one; one text per word. */
export function createTypeNames(): (envelope: Envelope) => string {
  const kinds = new Map<string, Map<string, string>>();
  return ({ type, payload }) => {
    const finer = type === "response_item" || type === "event_msg" ? subtypeOf(payload) : "";
    const known = kinds.get(type) ?? new Map<string, string>();
    const found = known.get(finer);
    if (found !== undefined) return found;
    const kind = finer === "" ? type : `${type}/${finer}`;
    if (known.size < MAX_TYPES) known.set(finer, kind);
    if (kinds.size < MAX_TYPES) kinds.set(type, known);
    return kind;
  };
}

/** A damaged file may invent a word per line. */
const MAX_TYPES = 1000;

function subtypeOf({ type, item }: JsonObject): string {
  const finer = typeof type === "string" ? type : "?";
  return finer === "item_completed" && isObject(item) ? `${finer}/${item.type}` : finer;
}
