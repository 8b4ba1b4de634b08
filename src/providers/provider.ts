import type { Json, JsonObject } from "../base/json/value.ts";
import type { ContextItem } from "../model/context-items.ts";
import type { StreamingApi } from "./streaming.ts";

/** A tool that the model may call, in a form common to all providers. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/**
 * Messages between the newest summary and the first shown one; the model is informed that they
 * exist.
 */
export interface OmittedMessages {
  readonly from_seq: number;
  readonly to_seq: number;
  readonly messages: number;
}

/** What to render. */
export interface RenderInput {
  readonly items: readonly ContextItem[];
  /** What the compile recorded as omitted; one line before the first message states it. */
  readonly omitted?: OmittedMessages;
  /** The bytes of an artifact, verified; null when it is not there. */
  text(artifactId: string): Promise<Uint8Array | null>;
  /** The size of an artifact, so that a large one can be named without reading it; null if missing. */
  size(artifactId: string): Promise<number | null>;
}

/** Whether the model may, must or must not call a tool, or which one it must call. */
export type ToolChoice = "auto" | "required" | "none" | { readonly name: string };

/** Where a vendor supports less than the protocol; without a key, it supports all of that. */
export interface Quirks {
  /** There is no role `developer`; its texts are sent as `system`. */
  readonly developerRole?: false;
  /** Texts of the role `system` are accepted only at the beginning. */
  readonly systemAnywhere?: false;
  /** A tool message must be followed by one of the assistant. */
  readonly userAfterTool?: false;
  /** The limit of the answer has its old name. */
  readonly maxOutputKey?: "max_tokens";
  /** Ids of calls have exactly this many letters and digits. */
  readonly callIdLength?: 9;
  /** An earlier answer cannot be referred to; the complete history is sent again. */
  readonly previousResponseId?: false;
}

/** A company or program that implements the protocol of a provider. */
export interface Vendor {
  readonly name: string;
  /** The provider whose requests it accepts. */
  readonly protocol: string;
  /** Its default base URL; the path of a request is appended. `{…}` has to be filled in. */
  readonly baseUrl: string;
  /** The default model; null if one must be named. */
  readonly model: string | null;
  readonly quirks: Quirks;
}

/** How to render it. */
export interface RenderOptions {
  readonly model: string | null;
  readonly maxOutput: number | null;
  readonly tools: readonly ToolDeclaration[];
  /** Prefix user text with `[actor] ` if there are two or more actors. */
  readonly actorPrefix: boolean;
  /** Default: `auto`. */
  readonly toolChoice?: ToolChoice;
  /** Default: false. */
  readonly parallelToolCalls?: boolean;
  /** Whether the answer is streamed (default: only with Open Responses). */
  readonly stream?: boolean;
  /** Text artifacts up to this many bytes are shown instead of named (default: 0). */
  readonly inlineBytes?: number;
  /** The vendor, if it is not the one that defined the protocol. */
  readonly vendor?: Vendor;
}

/** Something that could not be rendered as it is, in the fixed terms of the compile's record. */
export interface RenderReset {
  readonly input:
    | "artifact_ref"
    | "file_ref"
    | "message"
    | "tool_call"
    | "tool_result"
    | "tool_side_effect";
  readonly action: "dropped" | "replaced" | "trimmed";
  readonly reason:
    | "actor_id_unfit"
    | "arguments_not_an_object"
    | "artifact_not_text"
    | "artifact_unavailable"
    | "call_id_repeated"
    | "call_id_unfit"
    | "call_unavailable"
    | "empty_text"
    | "hidden_text"
    | "marker_in_text"
    | "name_unfit"
    | "path_unfit"
    | "result_unavailable";
  readonly ref?: JsonObject;
}

/** A request, and what could not be expressed in it. */
export interface Rendered<Body extends JsonObject = JsonObject> {
  /** Keys in the order in which they are sent. */
  readonly body: Body;
  /** Path below the base URL; contains `{model}` if no model was named. */
  readonly path: string;
  /** What has to be added before it can be sent. */
  readonly missing: readonly "model"[];
  /** The settings in force, defaults included; recorded with the compile. */
  readonly settings: JsonObject;
  readonly resets: readonly RenderReset[];
}

/**
 * A model API. Pure: the same items and texts give the same body.
 *
 * Contract, checked by test/conformance/provider-suite.ts over the registry:
 * - every kind of item is rendered, refused with an error, or recorded as a reset; none is dropped silently;
 * - the order of items is kept as far as the API's role rules allow;
 * - the body is complete: it can be sent as it is, apart from what `missing` names.
 */
export interface Provider<Body extends JsonObject = JsonObject> {
  readonly name: string;
  /** Recorded with a compile, so that a change of wording is visible. */
  readonly version: string;
  render(input: RenderInput, options: RenderOptions): Promise<Rendered<Body>>;
  /** The headers that carry a key. */
  headers(key: string | null): Readonly<Record<string, string>>;
  /** The text of an answer that was not streamed; null when it contains none. */
  replyText(answer: Json): string | null;
  /** Streams and follow-up requests, of the APIs whose runs we record. */
  readonly streaming?: StreamingApi;
}
