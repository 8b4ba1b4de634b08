import { isObject, type JsonObject } from "../../base/json/value.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import { bodiesByKind, unknownPart } from "../record-kinds.ts";
import { attachmentsOf, isPicture, textOf } from "./blocks.ts";
import { fileChangeOf } from "./file-change.ts";
import { modelOf } from "./header-facts.ts";
import { kinds } from "./kinds.ts";
import { editorText } from "./pointed-at.ts";
import { type UserText, userTextsOf } from "./user-text.ts";

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

/** What the program adds: what a tool brought in beside its result is content, the rest is context. */
function metaBodies(record: JsonObject, content: unknown): ItemBody[] {
  const text = textOf(content);
  const pictures = attachmentsOf(content);
  if (typeof record.sourceToolUseID !== "string" && pictures.length === 0) {
    return injectedBodies(text);
  }
  return [{ ...message("user", text, null, pictures), sender: "prompt" }];
}

function injectedBodies(text: string): ItemBody[] {
  return text === "" ? [] : [{ kind: "injected", text }];
}

type Attachments = ReturnType<typeof attachmentsOf>;

/** The bodies of a text in a user's place; its first words take the pictures with them. */
function textBodies(text: string, record: JsonObject, pictures: Attachments): ItemBody[] {
  return userTextsOf(text).map((part) => userTextBody(part, record, pictures));
}

function userTextBody(part: UserText, record: JsonObject, pictures: Attachments): ItemBody {
  const { kind, text } = part;
  switch (kind) {
    case "words":
    case "command":
      return message("user", text, null, pictures.splice(0));
    case "pointed":
      return message("user", text, null, []);
    case "task":
    case "teammate":
      return { ...message("user", text, null, []), sender: kind };
    case "shell":
      return {
        kind: "tool_call",
        call_id: shellId(record.uuid),
        name: "Bash",
        arguments: { command: text },
      };
    case "shell_output":
      return {
        kind: "tool_result",
        call_id: shellId(record.parentUuid),
        ok: true,
        content: text,
        attachments: [],
      };
    case "command_output":
      return { kind: "injected", text, is_command: true };
    case "injected":
      return { kind, text };
    case "interrupted":
      return { kind: "error", code: "interrupted", text };
    default:
      return kind satisfies never;
  }
}

/** A command that the person ran has no id: its output follows the record of the command. */
function shellId(uuid: unknown): string {
  return `user-shell-${typeof uuid === "string" ? uuid : ""}`;
}

/** Whether a record is a slash command. */
export function isCommand({ type, isMeta, message: said }: JsonObject): boolean {
  if (type !== "user" || isMeta === true || !isObject(said)) return false;
  const { content } = said;
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

function attachmentBodies(attachment: JsonObject, record: JsonObject): ItemBody[] {
  const { type, prompt, messages } = attachment;
  // Words typed while the agent was busy, and reports that came meanwhile, are delivered so.
  if (type === "queued_command") return queuedBodies(prompt, record);
  if (type === "teammate_mailbox" && Array.isArray(messages)) return messages.flatMap(mailBodies);
  return injectedBodies(editorText(attachment) ?? injectedText(attachment));
}

function queuedBodies(content: unknown, record: JsonObject): ItemBody[] {
  const text = textOf(content);
  const pictures = attachmentsOf(content);
  if (text === "" && pictures.length > 0) return [message("user", "", null, pictures)];
  return textBodies(text, record, pictures);
}

/** A message of a teammate, in the form in which a model is given it. */
function mailBodies(mail: unknown): ItemBody[] {
  if (!isObject(mail) || typeof mail.text !== "string") return [];
  const from = typeof mail.from === "string" ? mail.from : "teammate";
  const text = `<teammate-message teammate_id=${JSON.stringify(from)}>\n${mail.text}\n</teammate-message>`;
  return [{ ...message("user", text, null, []), sender: "teammate" }];
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
  attachments: Attachments,
): Extract<ItemBody, { kind: "message" }> {
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
