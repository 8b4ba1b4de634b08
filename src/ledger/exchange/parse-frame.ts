import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { streamKind, streamKinds } from "../../model/event.ts";
import { bodySchema, payloadToContent } from "../../model/frame-payload.ts";
import { frameTypeOf } from "../../model/frames.ts";
import type { NewEvent } from "../append.ts";
import { type Text, toText } from "../texts.ts";
import { ENVELOPE, kindOfType, modernFrame } from "./frame-line.ts";

/** A line of a log as an event, with the position that the line states. */
export interface FrameEvent {
  readonly event: NewEvent & { readonly id: string; readonly at: string; readonly raw: Text };
  readonly seq: number;
  /** Of an unknown type: kept as a raw line, so that an export contains it again. */
  readonly opaque: boolean;
}

/** The event of a line, or why it cannot be accepted. */
export type ParsedFrame = FrameEvent | { readonly fault: string };

/** The last time that fits the four-digit year of our timestamps; a later one is clamped. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const TYPE = /^[a-z][a-z0-9_]{0,127}$/;
const ENVELOPE_KEYS = new Set<string>(ENVELOPE);

/**
 * Turns a parsed line of a rip-style log into an event. The line itself is kept beside it as a
 * text.
 */
export function parseFrame(value: unknown, line: string): ParsedFrame {
  if (!isObject(value)) return { fault: "not an object" };
  const frame = modernFrame(value);
  const fault = envelopeFault(frame);
  if (fault !== null) return { fault };
  const { id, timestamp_ms: time, type, seq } = frame as unknown as Envelope;
  const event = {
    stream: streamOf(frame),
    id,
    at: new Date(Math.min(time, LAST_TIME)).toISOString(),
    raw: toText(line),
  };
  const known = frameTypeOf(type);
  if (known === null) {
    const name = TYPE.test(type) ? type : "unknown_frame";
    return { event: { ...event, type: name, actor: null, body: {} }, seq, opaque: true };
  }
  const texts: Text[] = [];
  const kept = payloadToContent(known, payloadIn(frame), (content) => {
    const text = toText(content);
    texts.push(text);
    return text.ref;
  });
  const checked = bodySchema(known).safeParse(kept.body, { jitless: true });
  if (!checked.success) return { fault: payloadFault(type, checked.error.issues[0]) };
  return { event: { ...event, type, ...kept, texts }, seq, opaque: false };
}

interface Envelope {
  readonly id: string;
  readonly timestamp_ms: number;
  readonly type: string;
  readonly seq: number;
}

/** The id may not contain control characters: it is shown in terminals and in messages. */
function envelopeFault(frame: JsonObject): string | null {
  for (const key of ["id", "session_id", "type"]) {
    if (typeof frame[key] !== "string" || frame[key] === "")
      return `"${key}" must be a non-empty string`;
  }
  for (const key of ["timestamp_ms", "seq"]) {
    const number = frame[key];
    if (!Number.isSafeInteger(number) || Number(number) < 0) {
      return `"${key}" must be an integer from 0 to 2^53 - 1`;
    }
  }
  if (/[\p{Cc}]/u.test(String(frame.id))) return '"id" contains a control character';
  return streamFault(frame);
}

/**
 * Old logs have only `session_id`; newer ones repeat it as `stream_id`. The two must not contradict
 * each other.
 */
function streamFault(frame: JsonObject): string | null {
  const { stream_kind: kind, stream_id: id, session_id: session, type } = frame;
  if (id !== undefined && id !== session) return '"stream_id" and "session_id" differ';
  const isKnown = frameTypeOf(String(type)) !== null;
  if (kind !== undefined && isKnown && kind !== kindOfType(String(type))) {
    return `"stream_kind" is ${JSON.stringify(kind)}, but ${type} belongs to another kind of stream`;
  }
  const stream = streamOf(frame);
  const known = streamKind(stream);
  if (known === null || !streamKinds[known].rip) return `"${stream}" is not a valid stream name`;
  return null;
}

function streamOf({ stream_kind: kind, session_id: id, type }: JsonObject): string {
  return `${kind === undefined ? kindOfType(String(type)) : String(kind)}:${String(id)}`;
}

function payloadIn(frame: JsonObject): JsonObject {
  const entries = Object.entries(frame).filter(([key]) => !ENVELOPE_KEYS.has(key));
  return Object.fromEntries(entries) as Record<string, Json>;
}

function payloadFault(
  type: string,
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): string {
  return `"${String(issue?.path[0] ?? type)}" of a ${type}: ${issue?.message ?? "wrong"}`;
}
