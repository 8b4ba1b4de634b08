import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import { asText } from "../as-text.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import { unknownPart } from "../record-kinds.ts";
import { SUMMARY_REPLY } from "../summary-reply.ts";

/** What a record of a session says; empty when it is kept in raw form alone. */
export function bodiesOf(record: JsonObject): readonly ItemBody[] {
  const parts = partsOf(record.message);
  switch (record.type) {
    case "user":
      return userBodies(parts, record);
    case "assistant":
      return [...parts.flatMap((part) => answerBodies(part, record)), ...usageBodies(record)];
    case "tool_result":
      return parts.flatMap((part) => resultBodies(part, record));
    case "system":
      return systemBodies(record);
    default:
      return [];
  }
}

/** The kind of a record, with its finer word where it has one. */
export function typeOf({ type, subtype }: JsonObject): string {
  const coarse = asText(type) || "(none)";
  return subtype === undefined ? coarse : `${coarse}/${asText(subtype)}`;
}

function partsOf(message: Json | undefined): readonly JsonObject[] {
  const parts = isObject(message) ? message.parts : undefined;
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}

function textOf(parts: readonly JsonObject[]): string {
  return parts.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("\n");
}

function userBodies(parts: readonly JsonObject[], { subtype, provenance }: JsonObject): ItemBody[] {
  const text = textOf(parts);
  // A note of ours begins a session that was handed over.
  if (isQuotedContext(text)) return [{ kind: "injected", text }];
  const message = { kind: "message", role: "user", text, model: null } as const;
  const attachments = filesOf(parts);
  const sender = SENDERS.get(subtype) ?? (provenance === "system" ? "context" : undefined);
  return [
    { ...message, attachments, ...(sender === undefined ? {} : { sender }) },
    ...unknownParts(parts),
  ];
}

/** Who wrote a message in the user's place. */
const SENDERS: ReadonlyMap<unknown, "task" | "prompt" | "context"> = new Map([
  ["notification", "task"],
  ["cron", "prompt"],
  ["goal_runtime", "context"],
]);

/** The keys of a part by which its kind is known. */
const PART_KINDS = ["text", "inlineData", "fileData", "functionCall", "functionResponse"];

function unknownParts(parts: readonly JsonObject[]): ItemBody[] {
  return parts
    .filter((part) => !PART_KINDS.some((kind) => part[kind] !== undefined))
    .map((part) => unknownPart(Object.keys(part)[0]));
}

type Attachments = Extract<ItemBody, { kind: "message" }>["attachments"];

function filesOf(parts: readonly JsonObject[]): Attachments {
  return parts.flatMap(({ inlineData, fileData }): Attachments => {
    if (isObject(inlineData)) {
      const media_type = asText(inlineData.mimeType);
      return [{ media_type, base64: asText(inlineData.data), uri: null }];
    }
    if (!isObject(fileData)) return [];
    return [{ media_type: asText(fileData.mimeType), base64: null, uri: asText(fileData.fileUri) }];
  });
}

function answerBodies(part: JsonObject, record: JsonObject): ItemBody[] {
  if (isObject(part.functionCall)) return [callBody(part.functionCall)];
  if (typeof part.text !== "string") return unknownParts([part]);
  const { text, thought, thoughtSignature } = part;
  if (thought === true) {
    return [{ kind: "reasoning", text, sealed: typeof thoughtSignature === "string" }];
  }
  const model = asText(record.model) || null;
  return text === "" ? [] : [{ kind: "message", role: "assistant", text, model, attachments: [] }];
}

function callBody({ id, name, args }: JsonObject): ItemBody {
  const input = isObject(args) ? { ...args } : {};
  return { kind: "tool_call", call_id: asText(id), name: asText(name), arguments: input };
}

function usageBodies({ usageMetadata, model }: JsonObject): ItemBody[] {
  if (!isObject(usageMetadata)) return [];
  const cache_read = parseTokenCount(usageMetadata.cachedContentTokenCount);
  const counts = {
    input_uncached: Math.max(0, parseTokenCount(usageMetadata.promptTokenCount) - cache_read),
    cache_read,
    cache_write: 0,
    output: parseTokenCount(usageMetadata.candidatesTokenCount),
    reasoning: parseTokenCount(usageMetadata.thoughtsTokenCount),
  };
  const isEmpty = Object.values(counts).every((count) => count === 0);
  return isEmpty ? [] : [{ kind: "usage", model: asText(model) || null, ...counts }];
}

function resultBodies(part: JsonObject, { toolCallResult }: JsonObject): ItemBody[] {
  if (!isObject(part.functionResponse)) return unknownParts([part]);
  const { id, response, parts } = part.functionResponse;
  const { output, error } = isObject(response) ? response : {};
  const details = isObject(toolCallResult) ? toolCallResult : {};
  const hasFailed = error !== undefined || /^(?:error|cancelled)$/.test(asText(details.status));
  const files = Array.isArray(parts) ? filesOf(parts.filter(isObject)) : [];
  return [
    {
      kind: "tool_result",
      call_id: asText(id),
      ok: !hasFailed,
      content: asText(output ?? error ?? response),
      attachments: files,
    },
    ...changeBodies(details.resultDisplay),
  ];
}

function changeBodies(display: Json | undefined): ItemBody[] {
  if (!isObject(display) || typeof display.fileDiff !== "string") return [];
  const path = asText(display.filePath ?? display.fileName);
  return [{ kind: "file_change", path, change: "update", diff: display.fileDiff }];
}

function systemBodies({ subtype, systemPayload }: JsonObject): ItemBody[] {
  if (!isObject(systemPayload)) return [];
  if (subtype === "chat_compression") return compactionBodies(systemPayload);
  const event = isObject(systemPayload.uiEvent) ? systemPayload.uiEvent : {};
  if (event["event.name"] !== "qwen-code.api_error") return [];
  const code = asText(event.status_code ?? event.error_type) || null;
  return [{ kind: "error", code, text: asText(event.error_message ?? event.error) }];
}

/** The summary, then copies of what was kept. */
function compactionBodies({ info, compressedHistory }: JsonObject): ItemBody[] {
  const history = Array.isArray(compressedHistory) ? compressedHistory.filter(isObject) : [];
  const [first, ...rest] = history;
  const reason = isObject(info) ? info.triggerReason : null;
  const trigger = reason === "manual" || reason === "auto" ? reason : null;
  const summary = first === undefined ? null : textOf(partsOf(first));
  const kept = rest.flatMap((content) => {
    const parts = partsOf(content);
    if (content.role !== "model") {
      const results = parts.filter(({ functionResponse }) => functionResponse !== undefined);
      if (results.length > 0) return results.flatMap((part) => resultBodies(part, {}));
      return userBodies(parts, {});
    }
    return textOf(parts) === SUMMARY_REPLY ? [] : parts.flatMap((part) => answerBodies(part, {}));
  });
  return [{ kind: "compaction", trigger, summary, kept: [] }, ...kept];
}
