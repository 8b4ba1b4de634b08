import { isObject, type JsonObject } from "../../base/json/value.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import { attachmentsOf, textOf } from "./blocks.ts";
import { fileChangeOf } from "./file-change.ts";
import { type UserText, userTextOf } from "./user-text.ts";

/** What a record says, in order; a record that says nothing to a conversation is one opaque body. */
export function bodiesOf(record: JsonObject): readonly ItemBody[] {
  const bodies = bodiesByType(record);
  return bodies.length > 0 ? bodies : OPAQUE;
}

/** The one body of a record that is kept in raw form alone. */
export const OPAQUE: readonly ItemBody[] = [{ kind: "opaque" }];

/** The agent's word for a record, with the finer word where it has one. */
export function typeOf(record: JsonObject): string {
  const type = typeof record.type === "string" ? record.type : "(untyped)";
  if (type === "system" && typeof record.subtype === "string") return `system/${record.subtype}`;
  if (type !== "attachment" || !isObject(record.attachment)) return type;
  return `attachment/${typeof record.attachment.type === "string" ? record.attachment.type : "?"}`;
}

function bodiesByType(record: JsonObject): ItemBody[] {
  switch (record.type) {
    case "user":
      return userBodies(record);
    case "assistant":
      return assistantBodies(record);
    case "system":
      return systemBodies(record);
    case "attachment":
      return isObject(record.attachment) ? attachmentBodies(record.attachment) : [];
    default:
      return [];
  }
}

function userBodies(record: JsonObject): ItemBody[] {
  const content = isObject(record.message) ? record.message.content : undefined;
  if (record.isCompactSummary === true || record.isMeta === true) {
    const text = textOf(content);
    return text === "" ? [] : [{ kind: "injected", text }];
  }
  if (typeof content === "string") return content === "" ? [] : textBodies(content, []);
  if (!Array.isArray(content)) return [];
  const bodies: ItemBody[] = [];
  const pictures = attachmentsOf(content);
  for (const block of content) {
    if (!isObject(block)) continue;
    if (block.type === "tool_result") bodies.push(...resultBodies(block, record));
    if (block.type === "text" && typeof block.text === "string") {
      // Pictures belong to the first words of the person who sent them.
      const words = textBodies(block.text, pictures);
      if (words.some((body) => body.kind === "message" && body.attachments.length > 0))
        pictures.length = 0;
      bodies.push(...words);
    }
  }
  if (pictures.length > 0) bodies.push(message("user", "", null, pictures));
  return bodies;
}

function textBodies(text: string, pictures: ReturnType<typeof attachmentsOf>): ItemBody[] {
  const found: UserText = userTextOf(text);
  switch (found.kind) {
    case "words":
      return [message("user", found.text, null, [...pictures])];
    case "pointed":
      return [message("user", text, null, [])];
    case "injected":
      return [{ kind: "injected", text }];
    case "interrupted":
      return [{ kind: "error", code: "interrupted", text }];
    default:
      return found satisfies never;
  }
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
  const model = typeof record.message.model === "string" ? record.message.model : null;
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
    default:
      return typeof block.tool_use_id === "string" ? resultBodies(block, {}) : [];
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
    case "microcompact_boundary":
      return [];
    case "api_error":
      return [{ kind: "error", code: "api_error", text: text || errorText(record) }];
    default:
      return text === "" ? [] : [{ kind: "injected", text }];
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

function attachmentBodies(attachment: JsonObject): ItemBody[] {
  const { type, prompt, commandMode } = attachment;
  // Words typed while the agent was busy are delivered as an attachment.
  if (type === "queued_command" && commandMode !== "task-notification") {
    const text = textOf(prompt);
    if (text !== "") return textBodies(text, attachmentsOf(prompt));
  }
  const text = injectedText(attachment);
  return text === "" ? [] : [{ kind: "injected", text }];
}

function injectedText({ content, snippet, prompt, stderr }: JsonObject): string {
  if (isObject(content)) {
    if (isObject(content.file) && typeof content.file.content === "string")
      return content.file.content;
    return textOf(content.content);
  }
  return [content, snippet, prompt, stderr].map(textOf).find((text) => text !== "") ?? "";
}

function message(
  role: "user" | "assistant",
  text: string,
  model: string | null,
  attachments: ReturnType<typeof attachmentsOf>,
): ItemBody {
  return { kind: "message", role, text, model, attachments };
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
