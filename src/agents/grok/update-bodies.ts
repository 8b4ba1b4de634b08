import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import { unreadableBody } from "../record-kinds.ts";
import { isFailedCommand, partsOf, textOf } from "./chat-bodies.ts";

/** What a record says that something was shown; an empty object for any other record. */
export function updateOf({ method, params }: JsonObject): JsonObject {
  if (method === undefined || !isObject(params)) return {};
  return isObject(params.update) ? params.update : {};
}

/** What was shown, of the time of which the model has nothing. */
export function updateBodies(update: JsonObject): readonly ItemBody[] {
  const { sessionUpdate, content, _meta } = update;
  const text = textOf(partsOf(isObject(content) ? [content] : content));
  switch (sessionUpdate) {
    case "user_message_chunk": {
      // A command to the program is marked so.
      if (isObject(_meta) && _meta.hostTurn === true) return [];
      return [{ kind: "message", role: "user", text, model: null, attachments: picture(content) }];
    }
    case "agent_message_chunk":
      return [{ kind: "message", role: "assistant", text, model: null, attachments: [] }];
    case "agent_thought_chunk":
      return [{ kind: "reasoning", text, sealed: false }];
    case "tool_call":
      return [callBody(update)];
    case "tool_call_update":
      return hasEnded(update) ? [resultBody(update)] : [];
    case "compaction_checkpoint":
      return [{ kind: "compaction", trigger: null, summary: null, kept: [] }];
    case "rewind_marker":
      // What was taken back is in the log before it, and the model has nothing that shows how much it was.
      return [unreadableBody()];
    default:
      return turnBodies(update);
  }
}

function picture(content: Json | undefined) {
  if (!isObject(content) || content.type !== "image") return [];
  return [{ media_type: asText(content.mimeType), base64: asText(content.data), uri: null }];
}

/** What only this log has: how a turn ended, and what it used. */
export function turnBodies({ sessionUpdate, ...update }: JsonObject): readonly ItemBody[] {
  if (sessionUpdate !== "turn_completed") return [];
  const { stop_reason, agent_result, usage } = update;
  const errors: ItemBody[] =
    stop_reason === "error" ? [{ kind: "error", code: null, text: asText(agent_result) }] : [];
  return isObject(usage) ? [...errors, ...usageBodies(usage)] : errors;
}

/** Whether an update is the end of a call. */
function hasEnded({ status }: JsonObject): boolean {
  return status === "completed" || status === "failed";
}

function callBody({ toolCallId, title, rawInput, _meta }: JsonObject): ItemBody {
  const tool = isObject(_meta) ? _meta["x.ai/tool"] : undefined;
  const name = isObject(tool) ? tool.name : undefined;
  return {
    kind: "tool_call",
    call_id: asText(toolCallId),
    name: asText(name ?? title),
    arguments: isObject(rawInput) ? { ...rawInput } : asText(rawInput),
  };
}

function resultBody({ toolCallId, status, content, rawOutput }: JsonObject): ItemBody {
  const shown = Array.isArray(content) ? content.filter(isObject) : [];
  const parts = shown.flatMap((part) => (isObject(part.content) ? [part.content] : []));
  const attachments = parts.flatMap(picture);
  // Of some results nothing is shown. The program then sends the model all of the output.
  const otherText = textOf(parts) || (attachments.length === 0 ? asText(rawOutput) : "");
  const text = sentText(rawOutput) ?? otherText;
  const ok = status !== "failed" && !isFailedCommand(text);
  return { kind: "tool_result", call_id: asText(toolCallId), ok, content: text, attachments };
}

/** Where the outputs of tools have the text that the model got. */
const SENT_TEXTS = [
  "output_for_prompt",
  "tool_output_for_prompt",
  "summary_for_prompt",
  "content",
  "stdout",
] as const;

/** The text that the model got of a result, where the output of a tool contains it. */
function sentText(output: Json | undefined): string | null {
  if (!isObject(output)) return null;
  for (const one of [output, ...Object.values(output)]) {
    if (!isObject(one)) continue;
    for (const name of SENT_TEXTS) {
      const text = one[name];
      if (typeof text === "string") return text;
      if (isBytes(text)) return Buffer.from(text).toString("utf8");
    }
  }
  return null;
}

function isBytes(value: Json | undefined): value is number[] {
  return Array.isArray(value) && value.every((byte) => typeof byte === "number");
}

function usageBodies(usage: JsonObject): ItemBody[] {
  const cache_read = parseTokenCount(usage.cachedReadTokens);
  const counts = {
    input_uncached: Math.max(0, parseTokenCount(usage.inputTokens) - cache_read),
    cache_read,
    cache_write: parseTokenCount(usage.cacheCreationTokens),
    output: parseTokenCount(usage.outputTokens),
    reasoning: parseTokenCount(usage.reasoningTokens),
  };
  const [model = null] = isObject(usage.modelUsage) ? Object.keys(usage.modelUsage) : [];
  const isEmpty = Object.values(counts).every((count) => count === 0);
  return isEmpty ? [] : [{ kind: "usage", model, ...counts }];
}
