/**
 * One event as a line of a rip-style log, and the reverse helpers for old spellings. An imported
 * line is returned byte for byte if it is complete, so that an import followed by an export gives
 * the same file.
 */

import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { parseLine } from "../../base/jsonl.ts";
import { type StreamKind, streamId, streamKind } from "../../model/event.ts";
import { contentToPayload } from "../../model/frame-payload.ts";
import { frameTypeOf } from "../../model/frames.ts";
import { REDACTED } from "../../model/redaction.ts";
import type { Transaction } from "../../stores/store.ts";
import { toEvent } from "../event-hash.ts";
import { referencesIn } from "../references.ts";
import type { EventRow } from "../tables/events.ts";
import { readText } from "../texts.ts";

/** Keys that every frame begins with, in this order. Key order is part of the format. */
export const ENVELOPE = [
  "id",
  "session_id",
  "stream_kind",
  "stream_id",
  "timestamp_ms",
  "seq",
  "type",
] as const;

/**
 * An event as a line of a rip-style log: the imported line if that was complete, otherwise the full
 * form.
 */
export async function frameLine(tx: Transaction, row: EventRow): Promise<string> {
  const raw = row.raw === null ? null : await readText(tx, row.raw);
  const line = raw === null ? null : Buffer.from(raw).toString();
  const type = frameTypeOf(row.type);
  if (line !== null && (type === null || isFullForm(line, row.type))) return line;
  const event = toEvent(row);
  const texts = new Map<string, string>();
  for (const name of referencesIn(row.body).texts) {
    const content = await readText(tx, name);
    texts.set(name, content === null ? REDACTED : Buffer.from(content).toString());
  }
  const payload = type
    ? contentToPayload(type, event, ({ sha256 }) => texts.get(sha256) ?? REDACTED)
    : event.body;
  return JSON.stringify({ ...envelopeOf(row), ...payload });
}

function envelopeOf({ id, stream, at, seq, type }: EventRow): Record<string, Json> {
  const name = streamId(stream);
  const kind = streamKind(stream);
  const time = Date.parse(at);
  return {
    id,
    session_id: name,
    stream_kind: kind,
    stream_id: name,
    timestamp_ms: time,
    seq,
    type,
  };
}

/** Whether an imported line has the complete envelope and the current spelling. */
function isFullForm(line: string, type: string): boolean {
  const { value } = parseLine(line);
  if (!isObject(value) || value.type !== type) return false;
  if (type === "session_started" && !Object.hasOwn(value, "input")) return false;
  return ENVELOPE.every((key) => Object.hasOwn(value, key));
}

/** The kind of stream for a type of frame; for unknown types it follows from their prefix. */
export function kindOfType(type: string): StreamKind {
  const known = frameTypeOf(type);
  if (known) return known.kind;
  if (type.startsWith("continuity_")) return "continuity";
  if (type.startsWith("tool_task_")) return "task";
  return type.startsWith("artifact_") ? "artifact" : "session";
}

/**
 * A frame in the current spelling. Old logs have `output` with `content`, and `session_started`
 * with `prompt`.
 */
export function modernFrame(frame: JsonObject): JsonObject {
  if (frame.type === "output" && Object.hasOwn(frame, "content")) {
    const { content, ...rest } = frame;
    return { ...rest, type: "output_text_delta", delta: content };
  }
  if (frame.type === "session_started" && !Object.hasOwn(frame, "input")) {
    const { prompt = "", ...rest } = frame;
    return { ...rest, input: prompt };
  }
  return frame;
}
