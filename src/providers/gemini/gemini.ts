/**
 * The Gemini API. Particularities: the model is in the path, roles are user and model, results are
 * a content of their own in the order of their calls, and calls of the running turn need a thought
 * signature, which only the model that made them can provide.
 */

import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { argumentsObject } from "../call-encoding.ts";
import { argumentSchema, checkOptions } from "../check-options.ts";
import {
  type Dialogue,
  type Part as DialoguePart,
  type DialogueTurn,
  dialogueOf,
} from "../dialogue.ts";
import type { Provider, RenderOptions, RenderReset } from "../provider.ts";
import { modelOf, optionalKey, requireContent, settingsOf } from "../request.ts";
import { segmentsOf } from "../segments.ts";
import type { CallRules } from "../tool-calls.ts";

type TextPart = { readonly text: string };

/** One part of a content. */
type Part =
  | TextPart
  | {
      readonly functionCall: {
        readonly id: string;
        readonly name: string;
        readonly args: JsonObject;
      };
      readonly thoughtSignature?: string;
    }
  | {
      readonly functionResponse: {
        readonly id: string;
        readonly name: string;
        readonly response: JsonObject;
      };
    };

type Content = { readonly role: "user" | "model"; readonly parts: readonly Part[] };

type Declaration = {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: JsonObject;
};

type Calling = {
  readonly mode: "AUTO" | "ANY" | "NONE";
  readonly allowedFunctionNames?: readonly string[];
};

/** A request. The model is named in its path. */
export type GeminiBody = {
  readonly systemInstruction?: { readonly role: "user"; readonly parts: readonly TextPart[] };
  readonly contents: readonly Content[];
  readonly tools?: readonly { readonly functionDeclarations: readonly Declaration[] }[];
  readonly toolConfig?: { readonly functionCallingConfig: Calling };
  readonly generationConfig?: { readonly maxOutputTokens: number };
};

/**
 * Documented placeholder for calls of another model: without a signature, the API refuses calls of
 * the running turn.
 */
const NO_SIGNATURE = "skip_thought_signature_validator";

const rules = {
  id: /^.{1,128}$/su,
  idLength: 32,
  name: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
} satisfies CallRules;

/** The Gemini API: contents of user and model, results in a content of their own. */
const gemini: Provider<GeminiBody> = {
  name: "gemini",
  version: "1",
  async render(input, options) {
    checkOptions(options, { minOutput: 1, toolName: rules.name });
    const segmented = await segmentsOf(input, options, rules);
    const dialogue = dialogueOf(segmented);
    requireContent(dialogue.turns);
    const model = modelOf(options);
    const method = options.stream ? "streamGenerateContent?alt=sse" : "generateContent";
    return {
      body: bodyOf(dialogue, options, segmented.resets),
      path: `/models/${model === null ? "{model}" : encodeURIComponent(model)}:${method}`,
      missing: model === null ? ["model"] : [],
      settings: settingsOf(options, options.maxOutput),
      resets: segmented.resets,
    };
  },
  headers: (key) => (key === null ? {} : { "x-goog-api-key": key }),
  replyText,
};

export default gemini;

function bodyOf(
  { system, turns }: Dialogue,
  options: RenderOptions,
  resets: RenderReset[],
): GeminiBody {
  const functionDeclarations = options.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    parametersJsonSchema: argumentSchema(tool),
  }));
  const calling = {
    tools: [{ functionDeclarations }],
    toolConfig: { functionCallingConfig: callingOf(options) },
  };
  const parts = system.map((text) => ({ text }));
  const limit = options.maxOutput === null ? null : { maxOutputTokens: options.maxOutput };
  return {
    ...optionalKey(
      "systemInstruction",
      parts.length === 0 ? null : ({ role: "user", parts } as const),
    ),
    contents: contentsOf(turns, resets),
    ...(functionDeclarations.length === 0 ? {} : calling),
    ...optionalKey("generationConfig", limit),
  };
}

function callingOf({ toolChoice = "auto" }: RenderOptions): Calling {
  switch (toolChoice) {
    case "auto":
      return { mode: "AUTO" };
    case "required":
      return { mode: "ANY" };
    case "none":
      return { mode: "NONE" };
    default:
      return { mode: "ANY", allowedFunctionNames: [toolChoice.name] };
  }
}

function contentsOf(turns: readonly DialogueTurn[], resets: RenderReset[]): Content[] {
  // Calls after the last text of the user belong to the turn that is still running.
  const lastText = turns.findLastIndex(
    ({ role, parts }) => role === "user" && parts.some(({ kind }) => kind === "text"),
  );
  const order = new Map<string, number>();
  return turns.flatMap(({ role, parts }, index) => {
    for (const part of parts) if (part.kind === "call") order.set(part.call.id, order.size);
    if (role === "assistant") {
      return [{ role: "model", parts: modelParts(parts, index > lastText, resets) } as const];
    }
    return userContents(parts, order);
  });
}

/**
 * Results form a content of their own, in the order of their calls: the API compares the two
 * contents.
 */
function userContents(
  parts: readonly DialoguePart[],
  order: ReadonlyMap<string, number>,
): Content[] {
  const results = parts.flatMap((part) => (part.kind === "result" ? [part.result] : []));
  const place = ({ id }: { readonly id: string }) => order.get(id) ?? 0;
  const answers = results
    .sort((left, right) => place(left) - place(right))
    .map(({ id, name, ok, text }): Part => {
      const response = ok ? { output: text } : { error: text };
      return { functionResponse: { id, name, response } };
    });
  const texts = parts.flatMap((part): Part[] =>
    part.kind === "text" ? [{ text: part.text }] : [],
  );
  return [answers, texts]
    .filter((each) => each.length > 0)
    .map((each) => ({ role: "user", parts: each }));
}

function modelParts(
  parts: readonly DialoguePart[],
  isRunning: boolean,
  resets: RenderReset[],
): Part[] {
  let isFirstCall = true;
  return parts.flatMap((part): Part[] => {
    if (part.kind === "text") return [{ text: part.text }];
    if (part.kind === "result") return [];
    const { id, name } = part.call;
    const functionCall = { id, name, args: argumentsObject(part.call, resets) };
    const signature = isRunning && isFirstCall ? NO_SIGNATURE : null;
    isFirstCall = false; // Of calls made together only the first carries one.
    return [{ functionCall, ...optionalKey("thoughtSignature", signature) }];
  });
}

function replyText(answer: Json): string | null {
  const candidates = isObject(answer) && Array.isArray(answer.candidates) ? answer.candidates : [];
  const first: Json | undefined = candidates[0];
  const content = isObject(first) ? first.content : null;
  const parts = isObject(content) && Array.isArray(content.parts) ? content.parts : [];
  const texts = parts.flatMap((part: Json) =>
    isObject(part) && typeof part.text === "string" && part.thought !== true ? [part.text] : [],
  );
  return texts.length === 0 ? null : texts.join("");
}
