import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import { asText } from "../as-text.ts";
import type { ItemBody } from "../build-items.ts";
import { unknownPart } from "../record-kinds.ts";
import { parseDocument } from "../records/parse-document.ts";
import { kinds } from "./kinds.ts";

/** Whether a record is one that the model gets. */
export function isChatRecord(record: JsonObject): boolean {
  const { type, prompt_index, synthetic_reason, message } = record;
  if (type !== "user" || message !== undefined) return false;
  if (typeof prompt_index === "number" || typeof synthetic_reason === "string") return true;
  return /^<user_(?:info|query)>/.test(textOf(partsOf(record.content)));
}

/** The kind of a record that the model gets: who speaks for the user is a part of it. */
export function chatKind({ type, synthetic_reason, content, prompt_index }: JsonObject): string {
  if (type !== "user") return asText(type) || "(none)";
  // A compaction marks it as it marks its summary.
  const isMachine =
    prompt_index === undefined && textOf(partsOf(content)).startsWith("<user_info>");
  if (isMachine) return "user/user_info";
  return typeof synthetic_reason === "string" ? `user/${synthetic_reason}` : "user";
}

/** What the model was asked with such a record; null for one that is no copy of an earlier question. */
export function copiedQuestion(record: JsonObject): string | null {
  if (chatKind(record) !== "user" || record.prompt_index !== undefined) return null;
  return questionIn(textOf(partsOf(record.content)))?.question ?? null;
}

/** What a record that the model gets says; `failed` are the calls of which the user was shown that they failed. */
export function chatBodies(record: JsonObject, failed: ReadonlySet<string>): readonly ItemBody[] {
  switch (record.type) {
    case "user":
      return userBodies(record);
    case "reasoning":
      return reasoningBodies(record);
    case "assistant":
      return answerBodies(record);
    case "tool_result":
      return [resultBody(record, failed)];
    case "backend_tool_call":
      return isObject(record.kind) ? providerBodies(record.kind) : [];
    default:
      return [];
  }
}

/** The parts of a content, which is a text or a list. */
export function partsOf(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** The texts among some parts. */
export function textOf(parts: readonly JsonObject[]): string {
  return parts.flatMap(({ type, text }) => (type === "text" ? [asText(text)] : [])).join("\n");
}

const QUERY_START = "<user_query>\n";
const QUERY_END = "\n</user_query>";

/** A question without what the program puts around it, and what it adds; null for another text. */
function questionIn(text: string): { readonly question: string; readonly added: string } | null {
  const start = text.indexOf(QUERY_START);
  const end = text.lastIndexOf(QUERY_END);
  const isWrapped = start === 0 || (start > 0 && text.startsWith("<image_files>"));
  if (!isWrapped || end < start + QUERY_START.length) return null;
  const added = text.slice(0, start) + text.slice(end + QUERY_END.length);
  return { question: text.slice(start + QUERY_START.length, end), added: added.trim() };
}

function userBodies(record: JsonObject): ItemBody[] {
  const parts = partsOf(record.content);
  const text = textOf(parts);
  const kind = chatKind(record);
  if (kind === "user/compaction_meta") return [compactionBody(text)];
  const isContext = kinds.roleOf(kind) === "context";
  // A note of ours begins a session that was handed over.
  if (isContext || isQuotedContext(text)) return [{ kind: "injected", text }];
  const { question, added } = questionIn(text) ?? { question: text, added: "" };
  const user = { kind: "message", role: "user", text: question, model: null } as const;
  const sender = SENDERS.get(kind);
  const message = sender === undefined ? user : { ...user, sender };
  return [
    { ...message, attachments: filesOf(parts) },
    ...parts.flatMap(unknownParts),
    ...(added === "" ? [] : [{ kind: "injected", text: added } as const]),
  ];
}

/** Who wrote a message in the user's place. */
const SENDERS: ReadonlyMap<string, "task" | "prompt" | "context"> = new Map([
  ["user/task_completed", "task"],
  ["user/subagent_completed", "task"],
  ["user/notification_drain", "task"],
  ["user/agent_message", "prompt"],
  ["user/parent_human_message", "prompt"],
  ["user/scheduler_fired", "prompt"],
  ["user/direct_bash", "context"],
]);

type Attachment = Extract<ItemBody, { kind: "message" }>["attachments"][number];

const DATA_URL = /^data:([^,]{1,200});base64,/;

/** The pictures among the parts of a message: inside it, or with an address. */
function filesOf(parts: readonly JsonObject[]): Attachment[] {
  return parts.flatMap((part): Attachment[] => {
    if (part.type !== "image") return [];
    const uri = asText(part.url);
    const [start, inside] = DATA_URL.exec(uri) ?? [];
    if (start === undefined || inside === undefined) {
      return [{ media_type: "image/*", base64: null, uri }];
    }
    return [{ media_type: inside, base64: uri.slice(start.length), uri: null }];
  });
}

function unknownParts({ type }: JsonObject): ItemBody[] {
  return type === "text" || type === "image" ? [] : [unknownPart(type)];
}

/** What the program writes around a summary; of another agent's summary only the beginning may be the same. */
const SUMMARY_START =
  /^This session is being continued from a previous conversation[^\n]{0,200}\n\nSummary:\n/;
const SUMMARY_END = "\n\nFull verbatim rollouts of previous segments are available at ";

/** The user's first question stays, and the summary comes after it. */
function compactionBody(text: string): ItemBody {
  const start = SUMMARY_START.exec(text)?.[0].length;
  const end = text.lastIndexOf(SUMMARY_END);
  const summary = start === undefined || end < start ? text : text.slice(start, end);
  return { kind: "compaction", trigger: null, summary, kept: [], summary_last: true };
}

function reasoningBodies({ summary, content, encrypted_content }: JsonObject): ItemBody[] {
  const parts = [summary, content].flatMap((list) => (Array.isArray(list) ? list : []));
  const texts = parts.flatMap((part) => (isObject(part) ? [asText(part.text)] : []));
  const sealed = typeof encrypted_content === "string";
  return [{ kind: "reasoning", text: texts.join("\n"), sealed }];
}

function answerBodies({ content, tool_calls, model_id }: JsonObject): ItemBody[] {
  const parts = partsOf(content);
  const text = textOf(parts);
  const model = asText(model_id) || null;
  const answer = { kind: "message", role: "assistant", text, model, attachments: [] } as const;
  const calls = Array.isArray(tool_calls) ? tool_calls.filter(isObject) : [];
  return [
    ...(text === "" ? [] : [{ ...answer, attachments: [] }]),
    ...parts.flatMap(unknownParts),
    ...calls.map(callBody),
  ];
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

/** Whether a result is that of a command that failed. */
export function isFailedCommand(text: string): boolean {
  return /^exit: -?[1-9]/.test(text);
}

function resultBody(record: JsonObject, failed: ReadonlySet<string>): ItemBody {
  const parts = partsOf(record.content);
  const content = textOf(parts);
  const call_id = asText(record.tool_call_id);
  const ok = !failed.has(call_id) && !isFailedCommand(content);
  const attachments = filesOf([...parts, ...partsOf(record.images)]);
  return { kind: "tool_result", call_id, ok, content, attachments };
}

/** A call that ran at the provider's. What a search found never comes to the file. */
function providerBodies({ tool_type, id, status, outputs, ...input }: JsonObject): ItemBody[] {
  const call_id = asText(id);
  const logs = partsOf(outputs).flatMap(({ logs: text }) => (text === undefined ? [] : [text]));
  const content = logs.map(asText).join("\n");
  return [
    { kind: "tool_call", call_id, name: asText(tool_type), arguments: input },
    { kind: "tool_result", call_id, ok: status !== "failed", content, attachments: [] },
  ];
}
