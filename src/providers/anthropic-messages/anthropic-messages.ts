/**
 * The Anthropic Messages API. Its rules that shape the code: system texts are a field of their own,
 * roles alternate and the user starts, empty text blocks are refused, arguments of a tool call must
 * be an object, `max_tokens` is required.
 */

import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { argumentsObject } from "../call-encoding.ts";
import { argumentSchema, checkOptions } from "../check-options.ts";
import { type Dialogue, type DialogueTurn, dialogueOf, type Part } from "../dialogue.ts";
import type { Provider, RenderOptions, RenderReset } from "../provider.ts";
import { modelOf, optionalKey, requireContent, settingsOf } from "../request.ts";
import { segmentsOf } from "../segments.ts";
import type { CallRules } from "../tool-calls.ts";

type TextBlock = { readonly type: "text"; readonly text: string };

/** One block of a message. */
type Block =
  | TextBlock
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
    }
  | {
      readonly type: "tool_result";
      readonly tool_use_id: string;
      readonly content: string;
      readonly is_error: boolean;
    };

type Message = { readonly role: "user" | "assistant"; readonly content: readonly Block[] };

type Tool = {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject & { readonly type: "object" };
};

type Choice =
  | { readonly type: "auto"; readonly disable_parallel_tool_use: boolean }
  | { readonly type: "any"; readonly disable_parallel_tool_use: boolean }
  | { readonly type: "tool"; readonly name: string; readonly disable_parallel_tool_use: boolean }
  | { readonly type: "none" };

/** A request. */
export type AnthropicBody = {
  readonly model?: string;
  readonly max_tokens: number;
  readonly system?: readonly TextBlock[];
  readonly messages: readonly Message[];
  readonly tools?: readonly Tool[];
  readonly tool_choice?: Choice;
  readonly stream?: boolean;
};

/** The API requires a limit; every model accepts this one. */
const DEFAULT_MAX_OUTPUT = 4096;

const rules = {
  id: /^[a-zA-Z0-9_-]{1,64}$/,
  idLength: 32,
  name: /^[a-zA-Z0-9_-]{1,128}$/,
} satisfies CallRules;

/** The Anthropic Messages API: system texts apart, then user and assistant in alternation. */
const anthropicMessages: Provider<AnthropicBody> = {
  name: "anthropic-messages",
  version: "1",
  async render(input, options) {
    checkOptions(options, { minOutput: 1, toolName: rules.name });
    const segmented = await segmentsOf(input, options, rules);
    const dialogue = dialogueOf(segmented);
    requireContent(dialogue.turns);
    const maxOutput = options.maxOutput ?? DEFAULT_MAX_OUTPUT;
    return {
      body: bodyOf(dialogue, { ...options, maxOutput }, segmented.resets),
      path: "/v1/messages",
      missing: modelOf(options) === null ? ["model"] : [],
      settings: settingsOf(options, maxOutput),
      resets: segmented.resets,
    };
  },
  headers: (key) => ({
    "anthropic-version": "2023-06-01", // Other vendors support only this one.
    ...(key === null ? {} : { "x-api-key": key }),
  }),
  replyText,
};

export default anthropicMessages;

function bodyOf(
  { system, turns }: Dialogue,
  options: RenderOptions & { readonly maxOutput: number },
  resets: RenderReset[],
): AnthropicBody {
  const tools = options.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: argumentSchema(tool),
  }));
  const blocks = system.map((text): TextBlock => ({ type: "text", text }));
  return {
    ...optionalKey("model", modelOf(options)),
    max_tokens: options.maxOutput,
    ...optionalKey("system", blocks.length === 0 ? null : blocks),
    messages: turns.map((turn) => messageOf(turn, resets)),
    ...(tools.length === 0 ? {} : { tools, tool_choice: choiceOf(options) }),
    ...optionalKey("stream", options.stream),
  };
}

function choiceOf({ toolChoice = "auto", parallelToolCalls = false }: RenderOptions): Choice {
  const disable_parallel_tool_use = !parallelToolCalls;
  switch (toolChoice) {
    case "none":
      return { type: "none" };
    case "auto":
      return { type: "auto", disable_parallel_tool_use };
    case "required":
      return { type: "any", disable_parallel_tool_use };
    default:
      return { type: "tool", name: toolChoice.name, disable_parallel_tool_use };
  }
}

function messageOf({ role, parts }: DialogueTurn, resets: RenderReset[]): Message {
  return { role, content: parts.map((part) => blockOf(part, resets)) };
}

function blockOf(part: Part, resets: RenderReset[]): Block {
  switch (part.kind) {
    case "text":
      return { type: "text", text: part.text };
    case "call": {
      const { id, name } = part.call;
      return { type: "tool_use", id, name, input: argumentsObject(part.call, resets) };
    }
    case "result": {
      const { id, ok, text } = part.result;
      return { type: "tool_result", tool_use_id: id, content: text, is_error: !ok };
    }
    default:
      return part satisfies never;
  }
}

function replyText(answer: Json): string | null {
  const content = isObject(answer) && Array.isArray(answer.content) ? answer.content : [];
  const texts = content.flatMap((block: Json) =>
    isObject(block) && block.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
  return texts.length === 0 ? null : texts.join("");
}
