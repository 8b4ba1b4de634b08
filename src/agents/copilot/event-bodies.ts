import { isObject, type JsonObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";

/** Calls that an answer has shown already; starting one is then no news. */
export type SeenCalls = Set<string>;

/** What an event of a session says; empty when it is kept in raw form alone. */
export function bodiesOf(event: JsonObject, calls: SeenCalls): readonly ItemBody[] {
  const data = isObject(event.data) ? event.data : {};
  switch (event.type) {
    case "user.message":
      return userBodies(data);
    case "system.notification":
      return contextBodies(asText(data.content), "context");
    case "skill.invoked":
      return contextBodies(asText(data.content), "prompt");
    case "session.handoff":
      return contextBodies([data.summary, data.context].map(asText).join("\n").trim(), "context");
    case "session.context_cleared":
      return [{ kind: "compaction", trigger: "manual", summary: clearedText(data), kept: [] }];
    case "assistant.message":
      return answerBodies(data, calls);
    case "assistant.reasoning":
      return [{ kind: "reasoning", text: asText(data.content), sealed: false }];
    case "tool.execution_start":
      return calls.has(asText(data.toolCallId)) ? [] : [callBody(data, data.toolName, calls)];
    case "tool.execution_complete":
      return [resultBody(data)];
    case "session.compaction_complete":
      return compactionBodies(data);
    case "system.message":
      return [{ kind: "injected", text: asText(data.content) }];
    case "session.error":
      return [{ kind: "error", code: asText(data.errorType) || null, text: asText(data.message) }];
    case "abort":
      return [{ kind: "error", code: "abort", text: asText(data.reason) }];
    default:
      return [];
  }
}

function userBodies(data: JsonObject): ItemBody[] {
  const { content, attachments, source, isAutopilotContinuation } = data;
  const files = Array.isArray(attachments) ? attachments.filter(isObject) : [];
  const isSkill = asText(source).startsWith("skill-");
  const sender = isSkill ? "prompt" : isAutopilotContinuation === true ? "context" : undefined;
  const marked = files.filter(({ type, text }) => type === "selection" && asText(text) !== "");
  const message = { kind: "message", role: "user", text: asText(content), model: null } as const;
  const others = files.filter((file) => !marked.includes(file)).map(attachmentOf);
  return [
    { ...message, attachments: others, ...(sender === undefined ? {} : { sender }) },
    ...marked.flatMap(({ text, filePath }) =>
      contextBodies(`[Marked by the user in ${asText(filePath)}]\n\n${asText(text)}`, "context"),
    ),
  ];
}

function attachmentOf({ path, displayName, mimeType, data }: JsonObject) {
  return {
    media_type: asText(mimeType) || "application/octet-stream",
    base64: typeof data === "string" ? data : null,
    uri: typeof data === "string" ? null : asText(path ?? displayName),
  };
}

function contextBodies(text: string, sender: "context" | "prompt"): ItemBody[] {
  const message = { kind: "message", role: "user", text, model: null, sender } as const;
  return text === "" ? [] : [{ ...message, attachments: [] }];
}

function clearedText({ initialMessage }: JsonObject): string {
  return asText(initialMessage) || "The user cleared the conversation before this.";
}

function answerBodies(data: JsonObject, calls: SeenCalls): ItemBody[] {
  const model = typeof data.model === "string" ? data.model : null;
  const bodies: ItemBody[] = [];
  const text = asText(data.content);
  const sealed = typeof data.reasoningOpaque === "string" || data.encryptedContent !== undefined;
  if (typeof data.reasoningText === "string" || sealed) {
    bodies.push({ kind: "reasoning", text: asText(data.reasoningText), sealed });
  }
  if (text !== "") {
    bodies.push({ kind: "message", role: "assistant", text, model, attachments: [] });
  }
  const requests = Array.isArray(data.toolRequests) ? data.toolRequests.filter(isObject) : [];
  for (const request of requests) bodies.push(callBody(request, request.name, calls));
  const output = parseTokenCount(data.outputTokens);
  if (output > 0) {
    const none = { input_uncached: 0, cache_read: 0, cache_write: 0, reasoning: 0 };
    bodies.push({ kind: "usage", model, ...none, output });
  }
  return bodies;
}

function callBody(request: JsonObject, name: unknown, calls: SeenCalls): ItemBody {
  const call_id = asText(request.toolCallId);
  calls.add(call_id);
  const input = request.arguments;
  return {
    kind: "tool_call",
    call_id,
    name: typeof name === "string" ? name : "",
    arguments: isObject(input) ? { ...input } : asText(input),
  };
}

function resultBody(data: JsonObject): ItemBody {
  const result = isObject(data.result) ? asText(data.result.content) : asText(data.result);
  const error = isObject(data.error) ? asText(data.error.message) : asText(data.error);
  return {
    kind: "tool_result",
    call_id: asText(data.toolCallId),
    ok: data.success !== false && data.error === undefined,
    content: result === "" ? error : result,
    attachments: [],
  };
}

function compactionBodies(data: JsonObject): ItemBody[] {
  if (data.success === false) return [];
  const summary = typeof data.summaryContent === "string" ? data.summaryContent : null;
  const trigger = data.trigger === "manual" || data.trigger === "auto" ? data.trigger : null;
  return [{ kind: "compaction", trigger, summary, kept: [] }];
}
