import type { Json, JsonObject } from "../base/json/value.ts";
import type { Vendor } from "./provider.ts";

/** One event of a stream, as a rip-style log records it. */
export interface ProviderEvent {
  readonly provider: string;
  readonly status: "event" | "done" | "invalid_json";
  readonly event_name: string | null;
  /** The event's content; null if it is not JSON or the end mark. */
  readonly data: Json | null;
  /** The text as received, if it is not in `data`. */
  readonly raw: string | null;
  /** What is wrong with the event; it is recorded all the same. */
  readonly errors: readonly string[];
  /** What is wrong with the response inside it. */
  readonly response_errors: readonly string[];
}

/** A tool call of a stream, with its complete arguments. */
export interface StreamedCall {
  /** The provider's id of the item, if it assigned one. */
  readonly item_id: string | null;
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The result of a stream. */
export interface StreamOutcome {
  /** As the run's end is recorded. */
  readonly reason: "completed" | "provider_error" | "incomplete";
  /** Why it did not complete. */
  readonly error: string | null;
  readonly response_id: string | null;
  /** What the next run may refer to; null unless the response completed. */
  readonly cursor: { readonly previous_response_id: string } | null;
  readonly calls: readonly StreamedCall[];
}

/** One event, and the text it adds to the answer. */
export interface StreamPiece {
  readonly event: ProviderEvent;
  readonly delta: string | null;
}

/** A stream being read. `outcome` is final once the pieces have ended. */
export interface StreamReading {
  readonly pieces: AsyncIterable<StreamPiece>;
  outcome(): StreamOutcome;
}

/** How much of a stream is kept in memory. */
export interface StreamLimits {
  readonly maxEventBytes: number;
}

/** What a tool answered during a run. */
export interface ToolOutput {
  readonly call_id: string;
  readonly tool: string;
  readonly ok: boolean;
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly artifacts?: Json;
  readonly error?: Json;
}

/** One round of a run: what the model asked for, and what it got. */
export interface Round {
  readonly response_id: string | null;
  readonly calls: readonly StreamedCall[];
  readonly outputs: readonly ToolOutput[];
}

/** How a follow-up request refers to what came before: by reference, or by repeating it. */
export type HistoryMode = "previous_response_id" | "stateless";

/** What the next request of a run is built from. */
export interface FollowUp {
  /** The first request of the run. */
  readonly first: JsonObject;
  /** All rounds so far, oldest first. */
  readonly rounds: readonly Round[];
  readonly mode: HistoryMode;
  /** Said after the results. */
  readonly userMessage?: string;
}

/** The part of an API that follows its first request. */
export interface StreamingApi {
  readStream(chunks: AsyncIterable<Uint8Array>, limits?: StreamLimits): StreamReading;
  /** The mode that a vendor can serve, with the warning to record when it is not the preferred one. */
  chooseHistory(
    preferred: HistoryMode,
    vendor: Vendor | null,
  ): { readonly mode: HistoryMode; readonly warning: ProviderEvent | null };
  /** The next request of a run. */
  followUp(run: FollowUp): JsonObject;
}
