import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { argumentsText, resultOutput } from "../call-encoding.ts";
import { argumentSchema, checkOptions } from "../check-options.ts";
import type { Provider, RenderOptions, ToolDeclaration } from "../provider.ts";
import { modelOf, optionalKey, requireContent, settingsOf } from "../request.ts";
import { type Role, type Segment, segmentsOf } from "../segments.ts";
import type { CallRules } from "../tool-calls.ts";
import { chooseHistory, followUp } from "./follow-up.ts";
import { readStream } from "./stream.ts";

/** One item of the input. */
export type InputItem =
  | { readonly type: "message"; readonly role: Role; readonly content: string }
  | {
      readonly type: "function_call";
      readonly id?: string;
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
    }
  | {
      readonly type: "function_call_output";
      readonly id?: string;
      readonly call_id: string;
      readonly output: string;
    };

/** A tool as it is declared. */
type FunctionTool = {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly strict: false;
};

/** A request. Its keys are sent in ascending order. */
export type OpenResponsesBody = {
  readonly input: readonly InputItem[];
  readonly max_output_tokens?: number;
  readonly max_tool_calls: number;
  readonly model?: string;
  readonly parallel_tool_calls: boolean;
  readonly previous_response_id?: string;
  readonly stream: boolean;
  readonly tool_choice:
    | "auto"
    | "required"
    | "none"
    | { readonly type: "function"; readonly name: string };
  readonly tools: readonly FunctionTool[];
};

const MAX_TOOL_CALLS = 32;

const rules = {
  id: /^.{1,64}$/su,
  idLength: 32,
  name: /^[a-zA-Z0-9_-]{1,64}$/,
} satisfies CallRules;

/** The Open Responses API: one input item per item of the context, in the same order. */
const openResponses: Provider<OpenResponsesBody> = {
  name: "open-responses",
  version: "1",
  async render(input, options) {
    checkOptions(options, { minOutput: 16, toolName: rules.name });
    const { segments, resets } = await segmentsOf(input, options, rules);
    requireContent(segments);
    return {
      body: bodyOf(segments.flatMap(inputItems), options),
      path: "/responses",
      missing: [], // An endpoint of this protocol may choose the model itself.
      settings: settingsOf(options, options.maxOutput),
      resets,
    };
  },
  headers: (key) => (key === null ? {} : { authorization: `Bearer ${key}` }),
  replyText,
  streaming: { readStream, chooseHistory, followUp },
};

export default openResponses;

function bodyOf(input: readonly InputItem[], options: RenderOptions): OpenResponsesBody {
  const choice = options.toolChoice ?? "auto";
  return {
    input,
    ...optionalKey("max_output_tokens", options.maxOutput),
    max_tool_calls: MAX_TOOL_CALLS,
    ...optionalKey("model", modelOf(options)),
    parallel_tool_calls: options.parallelToolCalls ?? false,
    stream: options.stream ?? true,
    tool_choice: typeof choice === "string" ? choice : { type: "function", name: choice.name },
    tools: options.tools.map(functionTool),
  };
}

function functionTool(tool: ToolDeclaration): FunctionTool {
  const { name, description } = tool;
  return { type: "function", name, description, parameters: argumentSchema(tool), strict: false };
}

/**
 * Calls have no ids of their own here: the API refuses ids that it did not assign, and pairs by
 * `call_id`.
 */
function inputItems(segment: Segment): InputItem[] {
  if (segment.kind === "text") {
    return [{ type: "message", role: segment.role, content: segment.text }];
  }
  const calls = segment.calls.map((call): InputItem => {
    const { id: call_id, name } = call;
    return { type: "function_call", call_id, name, arguments: argumentsText(call) };
  });
  const outputs = segment.results.map((result): InputItem => {
    return { type: "function_call_output", call_id: result.id, output: resultOutput(result) };
  });
  return [...calls, ...outputs];
}

function replyText(answer: Json): string | null {
  const output = isObject(answer) && Array.isArray(answer.output) ? answer.output : [];
  const texts = output.flatMap((item: Json) => {
    if (!isObject(item) || item.type !== "message" || !Array.isArray(item.content)) return [];
    return item.content.flatMap((part: Json) =>
      isObject(part) && typeof part.text === "string" ? [part.text] : [],
    );
  });
  return texts.length === 0 ? null : texts.join("");
}
