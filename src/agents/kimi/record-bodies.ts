import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import { asText } from "../as-text.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import { unknownPart } from "../record-kinds.ts";
import { parseDocument } from "../records/parse-document.ts";

/** What a record of a session says; empty when it is kept in raw form alone. */
export function bodiesOf(record: JsonObject): readonly ItemBody[] {
  const { type, message, event } = record;
  switch (type) {
    case "context.append_message":
      return isObject(message) ? messageBodies(message) : [];
    case "context.append_loop_event":
      return isObject(event) ? eventBodies(event) : [];
    case "context.apply_compaction":
      return [compactionBody(record)];
    case "profile.bind":
      return [{ kind: "injected", text: asText(record.systemPrompt) }];
    case "plugin.session_start":
      return injected(asText(record.content ?? ""));
    case "turn.ended":
      return isObject(record.error) ? [errorBody(record.error)] : [];
    case "usage.record":
      return usageBodies(record);
    default:
      return [];
  }
}

/** The kind of a record, with that of its event where it has one. */
export function typeOf({ type, event }: JsonObject): string {
  const coarse = asText(type) || "(none)";
  if (coarse !== "context.append_loop_event") return coarse;
  return `${coarse}/${isObject(event) ? asText(event.type) || "(none)" : "(none)"}`;
}

/** Whether the words of a message are the user's own, with which a turn began. */
export function isTyped({ role, origin }: JsonObject): boolean {
  if (role !== "user") return false;
  return !isObject(origin) || (origin.kind === "user" && origin.inTurn !== true);
}

function injected(text: string): ItemBody[] {
  return text === "" ? [] : [{ kind: "injected", text }];
}

function partsOf(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function textOf(parts: readonly JsonObject[]): string {
  return parts.flatMap(({ type, text }) => (type === "text" ? [asText(text)] : [])).join("\n");
}

/** Who wrote a message in the user's place. */
const SENDERS: ReadonlyMap<unknown, "task" | "prompt" | "context"> = new Map([
  ["task", "task"],
  ["background_task", "task"],
  ["system_trigger", "prompt"],
  ["skill_activation", "prompt"],
  ["plugin_command", "prompt"],
  ["cron_job", "prompt"],
]);

function messageBodies(message: JsonObject): ItemBody[] {
  const { role, content, origin, toolCalls, toolCallId, isError } = message;
  const parts = partsOf(content);
  // Sessions that were taken over from an earlier program have answers and results as messages.
  if (role === "assistant") {
    const calls = Array.isArray(toolCalls) ? toolCalls.filter(isObject) : [];
    return [...parts.flatMap(partBodies), ...calls.map(callBody)];
  }
  if (role === "tool") return [resultBody(asText(toolCallId), { output: content ?? "", isError })];
  const text = textOf(parts);
  const kind = isObject(origin) ? origin.kind : "user";
  // A note of ours begins a session that was handed over.
  if (kind === "injection" || isQuotedContext(text)) return injected(text);
  if (kind === "compaction_summary") return [];
  const user = { kind: "message", role: "user", text, model: null } as const;
  const sender = kind === "user" ? undefined : (SENDERS.get(kind) ?? "context");
  return [
    { ...user, attachments: filesOf(parts), ...(sender === undefined ? {} : { sender }) },
    ...parts.filter((part) => !isKnownPart(part)).map(({ type }) => unknownPart(type)),
  ];
}

type Attachment = Extract<ItemBody, { kind: "message" }>["attachments"][number];

/** The kinds of parts, and where those that are files have their address. */
const FILES: ReadonlyMap<unknown, readonly [key: string, mediaType: string]> = new Map([
  ["image_url", ["imageUrl", "image/*"]],
  ["audio_url", ["audioUrl", "audio/*"]],
  ["video_url", ["videoUrl", "video/*"]],
] as const);

function isKnownPart({ type }: JsonObject): boolean {
  return type === "text" || FILES.has(type);
}

const DATA_URL = /^data:([^,]{1,200});base64,/;
/** Bytes that are in a file beside the log. */
const BLOB = /^blobref:([^;]{1,200});/;

/** The files among the parts of a message: inside it, or with an address. */
function filesOf(parts: readonly JsonObject[]): Attachment[] {
  return parts.flatMap((part): Attachment[] => {
    const [key, mediaType] = FILES.get(part.type) ?? [];
    const place = key === undefined ? undefined : part[key];
    if (mediaType === undefined || !isObject(place)) return [];
    const uri = asText(place.url);
    const [start, inside] = DATA_URL.exec(uri) ?? [];
    if (start === undefined || inside === undefined) {
      return [{ media_type: BLOB.exec(uri)?.[1] ?? mediaType, base64: null, uri }];
    }
    return [{ media_type: inside, base64: uri.slice(start.length), uri: null }];
  });
}

function eventBodies(event: JsonObject): ItemBody[] {
  switch (event.type) {
    case "content.part":
      return isObject(event.part) ? partBodies(event.part) : [];
    case "tool.call":
      return [
        callBody({
          id: event.toolCallId ?? "",
          name: event.name ?? "",
          arguments: event.args ?? {},
        }),
      ];
    case "tool.result":
      return [resultBody(asText(event.toolCallId), isObject(event.result) ? event.result : {})];
    default:
      return [];
  }
}

function partBodies(part: JsonObject): ItemBody[] {
  if (part.type === "think") {
    return [{ kind: "reasoning", text: asText(part.think), sealed: part.encrypted !== undefined }];
  }
  if (part.type !== "text") return [unknownPart(part.type)];
  const text = asText(part.text);
  const answer = { kind: "message", role: "assistant", text, model: null } as const;
  return text === "" ? [] : [{ ...answer, attachments: [] }];
}

function callBody({ id, name, arguments: input }: JsonObject): ItemBody {
  const read = typeof input === "string" ? (parseDocument(input) ?? input) : input;
  return {
    kind: "tool_call",
    call_id: asText(id),
    name: asText(name),
    arguments: isObject(read) ? { ...read } : asText(read ?? ""),
  };
}

function resultBody(call_id: string, { output, isError, note }: JsonObject): ItemBody {
  const parts = partsOf(output);
  const more = asText(note ?? "");
  return {
    kind: "tool_result",
    call_id,
    ok: isError !== true,
    content: [textOf(parts), ...(more === "" ? [] : [more])].join("\n"),
    attachments: filesOf(parts),
  };
}

/** The user's messages stay, and the summary comes after them. */
function compactionBody({ summary, contextSummary }: JsonObject): ItemBody {
  const text = isObject(summary) ? textOf(partsOf(summary.content)) : (summary ?? contextSummary);
  const known = typeof text === "string" ? text : null;
  return { kind: "compaction", trigger: null, summary: known, kept: [], summary_last: true };
}

function errorBody({ code, message }: JsonObject): ItemBody {
  return { kind: "error", code: asText(code) || null, text: asText(message) };
}

function usageBodies({ usage, model }: JsonObject): ItemBody[] {
  if (!isObject(usage)) return [];
  const counts = {
    input_uncached: parseTokenCount(usage.inputOther),
    cache_read: parseTokenCount(usage.inputCacheRead),
    cache_write: parseTokenCount(usage.inputCacheCreation),
    output: parseTokenCount(usage.output),
    reasoning: 0,
  };
  const isEmpty = Object.values(counts).every((count) => count === 0);
  return isEmpty ? [] : [{ kind: "usage", model: asText(model) || null, ...counts }];
}
