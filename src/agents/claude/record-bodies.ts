import { isObject, type JsonObject } from "../../base/json/value.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import { bodiesByKind, unknownPart } from "../record-kinds.ts";
import { attachmentBodies } from "./attachment-bodies.ts";
import { attachmentsOf, isPicture, textOf } from "./blocks.ts";
import { fileChangeOf } from "./file-change.ts";
import { modelOf } from "./header-facts.ts";
import { kinds } from "./kinds.ts";
import { asContext, injectedBodies, message, queuedBodies, textBodies } from "./user-bodies.ts";
import { userTextsOf } from "./user-text.ts";

/** What a record says, in order; a record that says nothing to a conversation is one opaque body. */
export function bodiesOf(record: JsonObject, kind = typeOf(record)): readonly ItemBody[] {
  return bodiesByKind(kinds, kind, bodiesByType(record));
}

/** The agent's word for a record, with the finer word where it has one. */
export function typeOf(record: JsonObject): string {
  const type = typeof record.type === "string" ? record.type : "(untyped)";
  if (type === "system" && typeof record.subtype === "string") return `system/${record.subtype}`;
  if (type !== "attachment" || !isObject(record.attachment)) return type;
  return `attachment/${typeof record.attachment.type === "string" ? record.attachment.type : "?"}`;
}

function bodiesByType(record: JsonObject): ItemBody[] {
  // Shown to the person alone.
  if (record.isVirtual === true) return [];
  switch (record.type) {
    case "user":
      return userBodies(record);
    case "assistant":
      return assistantBodies(record);
    case "system":
      return systemBodies(record);
    case "attachment":
      return isObject(record.attachment) ? attachmentBodies(record.attachment, record) : [];
    case "queue-operation":
      return record.operation === "enqueue" ? queuedBodies(record.content, record) : [];
    default:
      return [];
  }
}

function userBodies(record: JsonObject): ItemBody[] {
  const content = isObject(record.message) ? record.message.content : undefined;
  if (record.isCompactSummary === true) return injectedBodies(textOf(content));
  if (record.isMeta === true) return metaBodies(record, content);
  if (typeof content === "string") return textBodies(content, record, []);
  if (!Array.isArray(content)) return [];
  const bodies: ItemBody[] = [];
  const pictures = attachmentsOf(content);
  for (const block of content) {
    if (!isObject(block)) continue;
    if (block.type === "tool_result") bodies.push(...resultBodies(block, record));
    else if (block.type === "text" && typeof block.text === "string") {
      bodies.push(...textBodies(block.text, record, pictures));
    } else if (!isPicture(block)) bodies.push(unknownPart(block.type));
  }
  if (pictures.length > 0) bodies.push(message("user", "", null, pictures));
  return bodies;
}

/**
 * What the program adds in the user's place: what a tool brought in beside its result, the words that wake a
 * loop, the objection of a hook, the size of a picture. All of it is sent.
 */
function metaBodies(record: JsonObject, content: unknown): ItemBody[] {
  const text = textOf(content);
  const pictures = attachmentsOf(content);
  if (typeof record.sourceToolUseID === "string" || pictures.length > 0) {
    return [{ ...message("user", text, null, pictures), sender: "prompt" }];
  }
  // A note of ours begins a session that was handed over.
  if (text.startsWith("Caveat: ") || isQuotedContext(text)) return injectedBodies(text);
  return textBodies(text, record, []).map(asContext);
}

/** Whether a record is a slash command. */
export function isCommand({ type, isMeta, message }: JsonObject): boolean {
  if (type !== "user" || isMeta === true || !isObject(message)) return false;
  const { content } = message;
  const [first] = Array.isArray(content) ? content : [{ text: content }];
  const text = isObject(first) && typeof first.text === "string" ? first.text : "";
  return /^\s{0,64}<command-/.test(text) && userTextsOf(text)[0]?.kind === "command";
}

function resultBodies(block: JsonObject, record: JsonObject): ItemBody[] {
  const call_id = typeof block.tool_use_id === "string" ? block.tool_use_id : "";
  const ok = block.is_error !== true;
  const content = textOf(block.content);
  const attachments = attachmentsOf(block.content);
  const result: ItemBody = { kind: "tool_result", call_id, ok, content, attachments };
  const change = ok ? fileChangeOf(record.toolUseResult) : null;
  return change === null ? [result] : [result, change];
}

function assistantBodies(record: JsonObject): ItemBody[] {
  if (!isObject(record.message)) return [];
  const { content } = record.message;
  const model = modelOf(record);
  if (record.isApiErrorMessage === true) {
    const code = typeof record.error === "string" ? record.error : null;
    return [{ kind: "error", code, text: textOf(content) }];
  }
  if (typeof content === "string")
    return content === "" ? [] : [message("assistant", content, model, [])];
  if (!Array.isArray(content)) return [];
  if (content.length === 1) return isObject(content[0]) ? blockBodies(content[0], model) : [];
  return content.flatMap((block) => (isObject(block) ? blockBodies(block, model) : []));
}

function blockBodies(block: JsonObject, model: string | null): ItemBody[] {
  switch (block.type) {
    case "text":
      return typeof block.text === "string" && block.text !== ""
        ? [message("assistant", block.text, model, [])]
        : [];
    case "thinking": {
      const text = typeof block.thinking === "string" ? block.thinking : "";
      return [{ kind: "reasoning", text, sealed: typeof block.signature === "string" }];
    }
    case "redacted_thinking":
      return [{ kind: "reasoning", text: "", sealed: true }];
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return [callOf(block)];
    // The provider let another model answer: the texts that follow name it.
    case "fallback":
      return [];
    default:
      return typeof block.tool_use_id === "string"
        ? resultBodies(block, {})
        : [unknownPart(block.type)];
  }
}

function callOf(block: JsonObject): ItemBody {
  return {
    kind: "tool_call",
    call_id: typeof block.id === "string" ? block.id : "",
    name: typeof block.name === "string" ? block.name : "(unnamed)",
    arguments: isObject(block.input) ? { ...block.input } : JSON.stringify(block.input ?? {}),
  };
}

function systemBodies(record: JsonObject): ItemBody[] {
  const text = typeof record.content === "string" ? record.content : "";
  switch (record.subtype) {
    case "compact_boundary":
      return [{ kind: "compaction", trigger: triggerOf(record), summary: null, kept: [] }];
    case "api_error":
      return [{ kind: "error", code: "api_error", text: text || errorText(record) }];
    case "local_command":
      return text === "" ? [] : [{ kind: "injected", text, is_command: true }];
    case "voice_call_talk":
      return queuedBodies(Array.isArray(record.blocks) ? record.blocks : text, record);
    default:
      return [];
  }
}

function triggerOf({ compactMetadata }: JsonObject): "manual" | "auto" | null {
  const trigger = isObject(compactMetadata) ? compactMetadata.trigger : null;
  return trigger === "manual" || trigger === "auto" ? trigger : null;
}

function errorText({ error }: JsonObject): string {
  if (isObject(error) && typeof error.message === "string") return error.message;
  return typeof error === "string" ? error : "";
}

/** The tokens of a response, which every line of it repeats; null when it cost none. */
export function usageOf({ message: response }: JsonObject): ItemBody | null {
  if (!isObject(response) || !isObject(response.usage)) return null;
  const { usage } = response;
  const body = {
    kind: "usage" as const,
    model: typeof response.model === "string" ? response.model : null,
    input_uncached: parseTokenCount(usage.input_tokens),
    cache_read: parseTokenCount(usage.cache_read_input_tokens),
    cache_write: parseTokenCount(usage.cache_creation_input_tokens),
    output: parseTokenCount(usage.output_tokens),
    reasoning: 0,
  };
  const sum = body.input_uncached + body.cache_read + body.cache_write + body.output;
  return sum === 0 ? null : body;
}
