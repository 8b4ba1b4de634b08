import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { ProviderEvent, StreamOutcome } from "../streaming.ts";
import { createCalls } from "./streamed-calls.ts";

interface StreamEnd {
  readonly reason: StreamOutcome["reason"];
  readonly error: string | null;
}

/**
 * Computes the outcome of a stream, event by event. A later failure overrides a completion, but
 * nothing overrides the first failure; a stream that ends without either has failed.
 */
export function createOutcome(maxArgumentBytes: number) {
  const calls = createCalls(maxArgumentBytes);
  let responseId: string | null = null;
  let ending: StreamEnd | null = null;
  // The first failure is final, whatever follows it.
  const settle = (next: StreamEnd | null) => {
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

function failed(error: string): StreamEnd {
  return { reason: "provider_error", error };
}

function endingOf(data: JsonObject, response: JsonObject | null): StreamEnd | null {
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
