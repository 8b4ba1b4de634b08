import { isObject, type Json } from "../../base/json/value.ts";
import { parseLine } from "../../base/jsonl.ts";
import { excerpt } from "../../base/text/text.ts";
import type { ProviderEvent, StreamLimits, StreamPiece, StreamReading } from "../streaming.ts";
import { eventTypes } from "./event-types.ts";
import { createOutcome } from "./outcome.ts";
import { readSse, type SseEvent } from "./sse.ts";

/** Larger than any event within the protocol's own limits for a text. */
const DEFAULT_LIMITS: StreamLimits = { maxEventBytes: 16 * 1024 * 1024 };

const PROVIDER = "openresponses";
const DONE = "[DONE]";

/**
 * Reads a stream of Open Responses. Every event becomes a record with its faults, so that a run can
 * be examined later; only the outcome decides whether the run succeeded.
 */
export function readStream(
  chunks: AsyncIterable<Uint8Array>,
  limits: StreamLimits = DEFAULT_LIMITS,
): StreamReading {
  const outcome = createOutcome(limits.maxEventBytes);
  async function* pieces(): AsyncGenerator<StreamPiece> {
    let sequence = -1;
    for await (const received of readSse(chunks, limits.maxEventBytes)) {
      const event = recordOf(received, sequence);
      sequence = sequenceOf(event.data) ?? sequence;
      outcome.see(event, received.isTooLong);
      yield { event, delta: deltaOf(event.data) };
    }
    outcome.end();
  }
  return { pieces: pieces(), outcome: outcome.now };
}

function recordOf(received: SseEvent, sequence: number): ProviderEvent {
  const { event: event_name, data: raw, bytes, isTooLong, isUtf8 } = received;
  const record = { provider: PROVIDER, event_name, data: null, response_errors: [] };
  if (raw === DONE) return { ...record, status: "done", raw, errors: [] };
  if (isTooLong) {
    const errors = [`${bytes} bytes are over the limit; only the beginning is kept`];
    return { ...record, status: "invalid_json", raw, errors };
  }
  const { value, fault } = parseLine(raw);
  if (fault !== undefined) return { ...record, status: "invalid_json", raw, errors: [fault] };
  // A text that JSON.parse() has read is JSON.
  const data = value as Json;
  const errors = isUtf8 ? [] : ["not UTF-8; the invalid bytes were replaced"];
  return {
    ...record,
    status: "event",
    data,
    raw: null,
    errors: [...errors, ...eventFaults(event_name, data, sequence)],
    response_errors: responseFaults(data),
  };
}

function eventFaults(name: string | null, data: Json, sequence: number): string[] {
  if (!isObject(data)) return ["not an object"];
  const { type } = data;
  if (typeof type !== "string") return ['"type" is not a string'];
  const faults: string[] = [];
  if (name !== null && name !== type) {
    faults.push(`the event is called "${excerpt(name)}" and its type is "${excerpt(type)}"`);
  }
  if (!eventTypes.has(type)) faults.push(`unknown event type "${excerpt(type)}"`);
  const next = sequenceOf(data);
  if (next === null) faults.push('"sequence_number" is not a number');
  else if (next <= sequence) faults.push(`sequence number ${next} after ${sequence}`);
  return faults;
}

function sequenceOf(data: Json | null): number | null {
  return isObject(data) && typeof data.sequence_number === "number" ? data.sequence_number : null;
}

const responseKeys: readonly (readonly [string, (value: Json | undefined) => boolean])[] = [
  ["id", (value) => typeof value === "string"],
  ["object", (value) => value === "response"],
  ["status", (value) => typeof value === "string"],
  ["output", Array.isArray],
];

function responseFaults(data: Json): string[] {
  if (!isObject(data) || !Object.hasOwn(data, "response")) return [];
  const response = data.response ?? null;
  if (!isObject(response)) return ["response is not an object"];
  return responseKeys
    .filter(([key, isFit]) => !isFit(response[key]))
    .map(([key]) => `response.${key} is missing or of the wrong type`);
}

function deltaOf(data: Json | null): string | null {
  if (!isObject(data) || data.type !== "response.output_text.delta") return null;
  return typeof data.delta === "string" ? data.delta : null;
}
