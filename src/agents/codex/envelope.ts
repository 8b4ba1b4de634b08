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

/** The agent's word for a line, with the finer word where it has one. */
export function typeOf({ type, payload }: Envelope): string {
  if (type !== "response_item" && type !== "event_msg") return type;
  const inner = typeof payload.type === "string" ? payload.type : "?";
  if (inner !== "item_completed" || !isObject(payload.item)) return `${type}/${inner}`;
  return `${type}/${inner}/${payload.item.type}`;
}
