/**
 * The Chat Completions API and its many implementations. The protocol is rendered as OpenAI
 * documents it; deviations of a vendor are data (`Quirks`), not branches by name. A `tool` message
 * must directly follow its call, and for some vendors a user message must not follow a `tool`
 * message: then a filler of the assistant is inserted.
 */

import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { argumentsText, resultOutput } from "../call-encoding.ts";
import { argumentSchema, checkOptions } from "../check-options.ts";
import { CONTINUATION_TEXT, systemNote } from "../dialogue.ts";
import type { Provider, Quirks, RenderOptions } from "../provider.ts";
import { modelOf, optionalKey, requireContent, settingsOf } from "../request.ts";
import { type Segment, type Segmented, segmentsOf } from "../segments.ts";
import type { CallRules } from "../tool-calls.ts";

type ToolCall = {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
};

/** One message. */
type Message =
  | { readonly role: "system" | "developer" | "user" | "assistant"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: null;
      readonly tool_calls: readonly ToolCall[];
    }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

type Tool = {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
  };
};

/** A request. */
export type ChatBody = {
  readonly model?: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly Tool[];
  readonly tool_choice?:
    | "auto"
    | "required"
    | "none"
    | { readonly type: "function"; readonly function: { readonly name: string } };
  readonly parallel_tool_calls?: boolean;
  readonly max_completion_tokens?: number;
  readonly max_tokens?: number;
  readonly stream?: boolean;
};

/** The Chat Completions API: one message per item, and a `tool` message per result after its calls. */
const chatCompletions: Provider<ChatBody> = {
  name: "chat-completions",
  version: "1",
  async render(input, options) {
    const quirks = options.vendor?.quirks ?? {};
    const rules = rulesOf(quirks);
    checkOptions(options, { minOutput: 1, toolName: rules.name });
    const { segments, resets } = await segmentsOf(input, options, rules);
    requireContent(segments);
    return {
      body: bodyOf(messagesOf({ segments, resets }, quirks), options, quirks),
      path: "/chat/completions",
      missing: modelOf(options) === null ? ["model"] : [],
      settings: settingsOf(options, options.maxOutput),
      resets,
    };
  },
  headers: (key) => (key === null ? {} : { authorization: `Bearer ${key}` }),
  replyText,
};

export default chatCompletions;

/**
 * One vendor accepts only ids of exactly nine letters and digits; all others up to 40 characters.
 */
function rulesOf({ callIdLength }: Quirks): CallRules {
  const name = /^[a-zA-Z0-9_-]{1,64}$/;
  if (callIdLength === undefined) return { id: /^.{1,40}$/su, idLength: 32, name };
  return { id: /^[a-zA-Z0-9]{9}$/, idLength: callIdLength, name };
}

function bodyOf(
  messages: readonly Message[],
  options: RenderOptions,
  { maxOutputKey }: Quirks,
): ChatBody {
  const choice = options.toolChoice ?? "auto";
  const tools = options.tools.map((tool): Tool => {
    const { name, description } = tool;
    return { type: "function", function: { name, description, parameters: argumentSchema(tool) } };
  });
  const calling = {
    tools,
    tool_choice:
      typeof choice === "string"
        ? choice
        : ({ type: "function", function: { name: choice.name } } as const),
    parallel_tool_calls: options.parallelToolCalls ?? false,
  };
  return {
    ...optionalKey("model", modelOf(options)),
    messages,
    ...(tools.length === 0 ? {} : calling), // An empty list of tools is refused.
    ...optionalKey(maxOutputKey ?? "max_completion_tokens", options.maxOutput),
    ...optionalKey("stream", options.stream),
  };
}

function messagesOf({ segments, resets }: Segmented, quirks: Quirks): Message[] {
  const messages: Message[] = [];
  let hasBegun = false;
  for (const message of segments.flatMap((segment) => plainMessages(segment, quirks))) {
    const isSystem = message.role === "system" || message.role === "developer";
    const mustMove = isSystem && hasBegun && quirks.systemAnywhere === false;
    const placed: Message = mustMove
      ? { role: "user", content: systemNote(message.content, resets) }
      : message;
    hasBegun ||= !isSystem;
    const mustBridge = quirks.userAfterTool === false && placed.role === "user";
    if (mustBridge && messages.at(-1)?.role === "tool") {
      messages.push({ role: "assistant", content: CONTINUATION_TEXT });
    }
    messages.push(placed);
  }
  return messages;
}

function plainMessages(segment: Segment, { developerRole }: Quirks): Message[] {
  if (segment.kind === "text") {
    const isUnknown = segment.role === "developer" && developerRole === false;
    return [{ role: isUnknown ? "system" : segment.role, content: segment.text }];
  }
  const tool_calls = segment.calls.map((call): ToolCall => {
    const { id, name } = call;
    return { id, type: "function", function: { name, arguments: argumentsText(call) } };
  });
  const results = segment.results.map((result): Message => {
    return { role: "tool", tool_call_id: result.id, content: resultOutput(result) };
  });
  return [{ role: "assistant", content: null, tool_calls }, ...results];
}

function replyText(answer: Json): string | null {
  const choices = isObject(answer) && Array.isArray(answer.choices) ? answer.choices : [];
  const first: Json | undefined = choices[0];
  const message = isObject(first) ? first.message : null;
  return isObject(message) && typeof message.content === "string" ? message.content : null;
}
