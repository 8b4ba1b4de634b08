import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { ProviderEvent, StreamedCall, StreamOutcome } from "../exchange.ts";

/** Calls that one response may make; a stream with more is broken. */
const MAX_CALLS = 1000;

interface GrowingCall {
  item_id: string | null;
  call_id: string;
  name: string;
  arguments: string;
}

interface Ending {
  readonly reason: StreamOutcome["reason"];
  readonly error: string | null;
}

/** Puts together what a stream comes to, event by event. */
export function createOutcome(maxArgumentBytes: number) {
  const calls = createCalls(maxArgumentBytes);
  let responseId: string | null = null;
  let ending: Ending | null = null;
  // The first failure stands, whatever is said after it.
  const settle = (next: Ending | null) => {
    if (next !== null && (ending === null || ending.reason === "completed")) ending = next;
  };
  return {
    see({ status, data }: ProviderEvent, isTooLong: boolean): void {
      if (isTooLong) settle(failed("an event was over the limit"));
      if (status === "done") settle({ reason: "completed", error: null });
      if (!isObject(data)) return;
      const response = isObject(data.response) ? data.response : null;
      if (typeof response?.id === "string" && response.id !== "") responseId = response.id;
      if (!calls.see(data)) settle(failed("the calls were over the limit"));
      settle(endingOf(data, response));
    },
    end(): void {
      settle(ending ?? failed("the stream ended before the response did"));
    },
    now(): StreamOutcome {
      const { reason, error } = ending ?? failed("the stream has not ended");
      const isDone = reason === "completed" && responseId !== null;
      const cursor = isDone && responseId !== null ? { previous_response_id: responseId } : null;
      return { reason, error, response_id: responseId, cursor, calls: calls.list() };
    },
  };
}

function failed(error: string): Ending {
  return { reason: "provider_error", error };
}

function endingOf(data: JsonObject, response: JsonObject | null): Ending | null {
  switch (data.type) {
    case "response.completed":
      return { reason: "completed", error: null };
    case "response.failed":
      return failed(messageOf(response?.error) ?? "the response failed");
    case "response.incomplete": {
      const details = response?.incomplete_details;
      const why = isObject(details) && typeof details.reason === "string" ? details.reason : null;
      return { reason: "incomplete", error: why ?? "the response is incomplete" };
    }
    case "error":
      return failed(messageOf(data.error) ?? messageOf(data) ?? "the provider reported an error");
    default:
      return null;
  }
}

function messageOf(error: Json | undefined): string | null {
  if (!isObject(error) || typeof error.message !== "string" || error.message === "") return null;
  return error.message;
}

/** The function calls of a stream, found by item id or, where there is none, by their place in the output. */
function createCalls(maxBytes: number) {
  const byItem = new Map<string, GrowingCall>();
  let bytes = 0;
  const grow = (call: GrowingCall, text: string) => {
    bytes += Buffer.byteLength(text);
    if (bytes <= maxBytes) call.arguments += text;
    return bytes <= maxBytes;
  };
  const take = (item: Json | undefined, key: string | null): boolean => {
    if (!isObject(item) || item.type !== "function_call" || key === null) return true;
    const { id, call_id, name } = item;
    const known = byItem.get(key);
    if (!known && byItem.size === MAX_CALLS) return false;
    const call = known ?? { item_id: null, call_id: "", name: "", arguments: "" };
    byItem.set(key, call);
    if (typeof id === "string" && id !== "") call.item_id = id;
    if (typeof call_id === "string") call.call_id = call_id;
    if (typeof name === "string") call.name = name;
    return replace(call, item.arguments);
  };
  /** Full arguments replace what was put together; empty ones say nothing. */
  const replace = (call: GrowingCall, text: Json | undefined): boolean => {
    if (typeof text !== "string" || text === "") return true;
    bytes -= Buffer.byteLength(call.arguments);
    call.arguments = "";
    return grow(call, text);
  };
  return {
    /** Whether there was room for what the event says. */
    see(data: JsonObject): boolean {
      const call = byItem.get(keyOf(data) ?? "");
      switch (data.type) {
        case "response.output_item.added":
        case "response.output_item.done":
          return take(data.item, keyOf(data));
        case "response.function_call_arguments.delta":
          return !call || typeof data.delta !== "string" || grow(call, data.delta);
        case "response.function_call_arguments.done":
          return !call || replace(call, data.arguments);
        case "response.completed":
          return outputOf(data).every((item, index) => take(item, itemKey(item, index)));
        default:
          return true;
      }
    },
    list: (): StreamedCall[] => [...byItem.values()].map((call) => ({ ...call })),
  };
}

function outputOf({ response }: JsonObject): readonly Json[] {
  return isObject(response) && Array.isArray(response.output) ? response.output : [];
}

function keyOf(data: JsonObject): string | null {
  const item = isObject(data.item) ? data.item.id : data.item_id;
  if (typeof item === "string" && item !== "") return `item ${item}`;
  return typeof data.output_index === "number" ? `place ${data.output_index}` : null;
}

function itemKey(item: Json, index: number): string | null {
  return keyOf({ item, output_index: index });
}
