import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import { asText } from "../as-text.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import { unknownPart } from "../record-kinds.ts";

/** Text that Gemini CLI puts in by itself begins so; it is no prompt. */
const INJECTED = /^\s*<(?:session_context|hook_context)>/;

/** A user message that replaces the past after a compression is in these tags. */
const SNAPSHOT_START = "<state_snapshot>";
const SNAPSHOT_END = "</state_snapshot>";

/** On resume Gemini CLI leaves out what begins like a command or like its own context, spaces aside. */
const LEFT_OUT = /^\s*(?:$|[/?]|<(?:session_context|hook_context)>)/;

/** Whether Gemini CLI would not give a model a user's message with this text, or take it for a summary. */
export function isReservedText(text: string): boolean {
  const isSnapshot = text.trimStart().startsWith(SNAPSHOT_START);
  return isSnapshot || LEFT_OUT.test(text) || isQuotedContext(text);
}

/** The summary that a message contains; null for any other message. */
export function snapshotOf(message: JsonObject): string | null {
  if (message.type !== "user") return null;
  const text = textOf(message.content).trim();
  if (!text.startsWith(SNAPSHOT_START)) return null;
  const end = text.endsWith(SNAPSHOT_END) ? -SNAPSHOT_END.length : undefined;
  return text.slice(SNAPSHOT_START.length, end).trim();
}

/**
 * What a message says; empty when it is kept in raw form alone. `answered` contains the calls whose
 * results were shown: they occur twice, with the call and as a message of their own.
 */
export function bodiesOf(message: JsonObject, answered: Set<string>): ItemBody[] {
  switch (message.type) {
    case "user":
      return [...userBodies(message, answered), ...unknownParts(message.content)];
    case "gemini":
      return [...answerBodies(message, answered), ...unknownParts(message.content)];
    case "error":
      return [{ kind: "error", code: null, text: textOf(message.content) }];
    default:
      return [];
  }
}

function userBodies(message: JsonObject, answered: Set<string>): ItemBody[] {
  const text = textOf(message.content);
  const results = partsOf(message.content).flatMap((part) => responseBodies(part, answered));
  const attachments = results.length > 0 ? [] : filesOf(message.content);
  if (text === "" && attachments.length === 0) return results;
  // A note of ours begins a session that was handed over.
  if (INJECTED.test(text) || isQuotedContext(text)) return [{ kind: "injected", text }, ...results];
  return [{ kind: "message", role: "user", text, model: null, attachments }, ...results];
}

function answerBodies(message: JsonObject, answered: Set<string>): ItemBody[] {
  const model = typeof message.model === "string" ? message.model : null;
  const text = textOf(message.content);
  const calls = callsOf(message);
  const bodies = thoughtBodies(message);
  if (text !== "") {
    bodies.push({ kind: "message", role: "assistant", text, model, attachments: [] });
  }
  for (const [call_id, call] of calls) {
    const input = isObject(call.args) ? { ...call.args } : {};
    bodies.push({ kind: "tool_call", call_id, name: asText(call.name), arguments: input });
  }
  for (const [id, call] of calls) bodies.push(...resultBodies(id, call, answered));
  const usage = isObject(message.tokens) ? usageBody(message.tokens, model) : null;
  if (usage !== null) bodies.push(usage);
  return bodies;
}

function thoughtBodies(message: JsonObject): ItemBody[] {
  const parts = partsOf(message.content);
  const sealed = parts.some((part) => typeof part.thoughtSignature === "string");
  const spoken = parts.flatMap((part) =>
    part.thought === true && typeof part.text === "string" ? [part.text] : [],
  );
  const thoughts = Array.isArray(message.thoughts) ? message.thoughts.filter(isObject) : [];
  const texts = thoughts.map(({ subject, description }) =>
    [asText(subject), asText(description)].filter((text) => text !== "").join(": "),
  );
  return (spoken.length > 0 ? spoken : texts).map((text) => ({ kind: "reasoning", text, sealed }));
}

/** The calls of an answer by their id, from the list beside it and from its own parts. */
function callsOf(message: JsonObject): Map<string, JsonObject> {
  const calls = new Map<string, JsonObject>();
  const add = (call: JsonObject) => {
    const id = asText(call.id);
    const isOwn = id !== "" && !calls.has(id);
    calls.set(isOwn ? id : `${asText(message.id)}#${calls.size}`, call);
  };
  const listed = Array.isArray(message.toolCalls) ? message.toolCalls.filter(isObject) : [];
  for (const call of listed) add(call);
  if (listed.length > 0) return calls;
  for (const { functionCall } of partsOf(message.content)) {
    if (isObject(functionCall)) add(functionCall);
  }
  return calls;
}

function resultBodies(call_id: string, call: JsonObject, answered: Set<string>): ItemBody[] {
  const ended = call.status === "error" || call.status === "cancelled";
  const { result, resultDisplay } = call;
  if (result === undefined || result === null) {
    if (!ended) return [];
    const content = typeof resultDisplay === "string" ? resultDisplay : asText(call.status);
    answered.add(call_id);
    return [{ kind: "tool_result", call_id, ok: false, content, attachments: [] }];
  }
  answered.add(call_id);
  const content = typeof result === "string" ? result : partsOf(result).map(partText).join("");
  const body: ItemBody = {
    kind: "tool_result",
    call_id,
    ok: !ended,
    content,
    attachments: filesOf(result),
  };
  const change = isObject(resultDisplay) && !ended ? changeBody(resultDisplay) : null;
  return change === null ? [body] : [body, change];
}

/** A result in a message of its own, unless its call has shown it. */
function responseBodies({ functionResponse }: JsonObject, answered: Set<string>): ItemBody[] {
  if (!isObject(functionResponse)) return [];
  const call_id = asText(functionResponse.id ?? functionResponse.name);
  if (answered.has(call_id)) return [];
  answered.add(call_id);
  const { response } = functionResponse;
  const ok = !(isObject(response) && response.error !== undefined);
  const content = partText({ functionResponse });
  return [{ kind: "tool_result", call_id, ok, content, attachments: [] }];
}

function changeBody(display: JsonObject): ItemBody | null {
  if (typeof display.fileDiff !== "string") return null;
  const path = asText(display.filePath ?? display.fileName);
  const isNew = display.isNewFile === true || display.originalContent === null;
  return { kind: "file_change", path, change: isNew ? "add" : "update", diff: display.fileDiff };
}

function usageBody(tokens: JsonObject, model: string | null): ItemBody | null {
  const cached = parseTokenCount(tokens.cached);
  const reasoning = parseTokenCount(tokens.thoughts);
  const counts = {
    // The input contains what was cached; what tools brought in is counted beside it.
    input_uncached:
      Math.max(0, parseTokenCount(tokens.input) - cached) + parseTokenCount(tokens.tool),
    cache_read: cached,
    cache_write: 0,
    output: parseTokenCount(tokens.output) + reasoning,
    reasoning,
  };
  const isEmpty = Object.values(counts).every((count) => count === 0);
  return isEmpty ? null : { kind: "usage", model, ...counts };
}

/** Content as a list of parts: it may be a text, a part or a list of both. */
function partsOf(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === "string") return [{ text: content }];
  const list = Array.isArray(content) ? content : [content];
  if (list.every(isObject)) return list; // Nearly always so, and then nothing is copied.
  return list.flatMap((part) => {
    if (typeof part === "string") return [{ text: part }];
    return isObject(part) ? [part] : [];
  });
}

/** What a part of known kinds has one of. */
const PART_KEYS = ["text", "functionCall", "functionResponse", "inlineData", "fileData"];

function unknownParts(content: Json | undefined): ItemBody[] {
  if (typeof content === "string") return [];
  return partsOf(content)
    .filter((part) => !PART_KEYS.some((key) => part[key] !== undefined))
    .filter(({ thoughtSignature }) => thoughtSignature === undefined)
    .map((part) => unknownPart(Object.keys(part)[0]));
}

/** What content says in words, thoughts left out. */
export function textOf(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return partsOf(content)
    .map((part) => (part.thought === true || typeof part.text !== "string" ? "" : part.text))
    .join("");
}

function partText(part: JsonObject): string {
  if (typeof part.text === "string") return part.text;
  if (!isObject(part.functionResponse)) return "";
  const { response } = part.functionResponse;
  if (!isObject(response)) return asText(response);
  const only = response.output ?? response.error;
  return only === undefined ? JSON.stringify(response) : asText(only);
}

type Attachments = Extract<ItemBody, { kind: "message" }>["attachments"];

function filesOf(content: Json | undefined): Attachments {
  return partsOf(content).flatMap(({ inlineData, fileData }): Attachments => {
    if (isObject(inlineData)) {
      return [
        { media_type: asText(inlineData.mimeType), base64: asText(inlineData.data), uri: null },
      ];
    }
    if (!isObject(fileData)) return [];
    const media_type = asText(fileData.mimeType);
    return [{ media_type, base64: null, uri: asText(fileData.fileUri) }];
  });
}
