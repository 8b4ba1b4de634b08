import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import { asText } from "../as-text.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import { unknownPart, unreadableBody } from "../record-kinds.ts";

/** What a record of a session says; empty when it is kept in raw form alone. */
export function bodiesOf(record: JsonObject): readonly ItemBody[] {
  switch (record.type) {
    case "session":
      return usageBodies(record.data);
    case "summary":
      return summaryBodies(record);
    case "message":
      if (!Array.isArray(record.content)) return [unreadableBody()];
      return record.role === "assistant" ? answerBodies(record) : userBodies(record);
    default:
      return [];
  }
}

/** The kind of a record. */
export function typeOf({ type, role }: JsonObject): string {
  return type === "message" ? `message/${asText(role)}` : asText(type) || "(none)";
}

function partsOf({ content }: JsonObject): readonly JsonObject[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function textOf(parts: readonly JsonObject[]): string {
  const texts = parts.filter(({ type }) => type === "text");
  return texts.map(({ text }) => asText(text)).join("\n");
}

function isShown({ metadata }: JsonObject): boolean {
  return !isObject(metadata) || metadata.userVisible !== false;
}

function summaryBodies(record: JsonObject): ItemBody[] {
  const summary = textOf(partsOf(record));
  // A note of ours begins a session that was handed over.
  if (isQuotedContext(summary)) return [{ kind: "injected", text: summary }];
  return [{ kind: "compaction", trigger: null, summary, kept: [] }];
}

function userBodies(record: JsonObject): ItemBody[] {
  const parts = partsOf(record);
  return [...parts.flatMap(resultBodies), ...spokenBodies(record, parts), ...otherBodies(parts)];
}

/** What the user sees is the user's; the rest is the program's, which says it in the user's place. */
function spokenBodies(record: JsonObject, parts: readonly JsonObject[]): ItemBody[] {
  const text = textOf(parts);
  const attachments = picturesOf(parts);
  if (text === "" && attachments.length === 0) return [];
  if (isQuotedContext(text)) return [{ kind: "injected", text }];
  const message = { kind: "message", role: "user", text, model: null, attachments } as const;
  return [isShown(record) ? message : { ...message, sender: "context" }];
}

function answerBodies(record: JsonObject): ItemBody[] {
  return partsOf(record).flatMap((part): ItemBody[] => {
    switch (part.type) {
      case "text": {
        const text = asText(part.text);
        // After a compaction the program lets the model remind itself of it.
        if (!isShown(record)) return [{ kind: "injected", text }];
        return [{ kind: "message", role: "assistant", text, model: null, attachments: [] }];
      }
      case "image": {
        const attachments = picturesOf([part]);
        return [{ kind: "message", role: "assistant", text: "", model: null, attachments }];
      }
      case "thinking":
        return [
          { kind: "reasoning", text: asText(part.thinking), sealed: asText(part.signature) !== "" },
        ];
      case "redactedThinking":
        return [{ kind: "reasoning", text: "", sealed: true }];
      case "toolRequest":
      case "frontendToolRequest":
        return [callBody(part)];
      case "toolResponse":
        return resultBodies(part);
      default:
        return otherBodies([part]);
    }
  });
}

function callBody({ id, toolCall }: JsonObject): ItemBody {
  const { value, error } = isObject(toolCall) ? toolCall : {};
  // The model asked for something that is no call.
  if (!isObject(value)) return { kind: "error", code: null, text: asText(error) };
  const { name, arguments: input = null } = value;
  // Goose makes an object of arguments that are none.
  const named = isObject(input) || input === null ? { ...input } : { value: input };
  return { kind: "tool_call", call_id: asText(id), name: asText(name), arguments: named };
}

function resultBodies({ type, id, toolResult }: JsonObject): ItemBody[] {
  if (type !== "toolResponse") return [];
  const { value, error } = isObject(toolResult) ? toolResult : {};
  // Early versions wrote the list of parts alone.
  const result = Array.isArray(value) ? { content: value } : value;
  const parts = isObject(result) ? partsOf(result) : [];
  // As Goose joins them for its model.
  const text = parts.flatMap(resultText).join(" ");
  return [
    {
      kind: "tool_result",
      call_id: asText(id),
      ok: isObject(result) && result.isError !== true,
      content: isObject(result) ? text : asText(error),
      attachments: picturesOf(parts),
    },
  ];
}

/** The text of one part of a result: its own, or that of a document in it. */
function resultText({ type, text, resource, uri }: JsonObject): string[] {
  if (type === "text") return [asText(text)];
  if (isObject(resource)) return [asText(resource.text ?? resource.uri)];
  return typeof uri === "string" ? [uri] : [];
}

type Attachments = Extract<ItemBody, { kind: "message" }>["attachments"];

function picturesOf(parts: readonly JsonObject[]): Attachments {
  return parts.flatMap(({ type, data, mimeType }): Attachments => {
    const isMedium = type === "image" || type === "audio";
    return isMedium ? [{ media_type: asText(mimeType), base64: asText(data), uri: null }] : [];
  });
}

/** Parts that say nothing to the model: notices, and questions to the user. */
const SILENT = /^(?:systemNotification|toolConfirmationRequest|actionRequired)$/;
/** Parts that are read elsewhere. */
const READ = /^(?:text|image|toolResponse|thinking|redactedThinking|toolRequest)$/;

function otherBodies(parts: readonly JsonObject[]): ItemBody[] {
  return parts
    .filter(({ type }) => !SILENT.test(asText(type)) && !READ.test(asText(type)))
    .map(({ type }) => unknownPart(type));
}

/** What the whole session took so far: single answers are not counted. */
function usageBodies(session: Json | undefined): ItemBody[] {
  if (!isObject(session)) return [];
  const input_uncached = parseTokenCount(session.accumulated_input_tokens);
  const output = parseTokenCount(session.accumulated_output_tokens);
  if (input_uncached + output === 0) return [];
  const counts = { input_uncached, cache_read: 0, cache_write: 0, output, reasoning: 0 };
  return [{ kind: "usage", model: modelOf(session), ...counts }];
}

/** The model of a session; null where it names none. */
export function modelOf({ model_config }: JsonObject): string | null {
  return (isObject(model_config) && asText(model_config.model_name)) || null;
}
