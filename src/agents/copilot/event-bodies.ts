import { isObject, type JsonObject } from "../../base/json/value.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import { asText } from "../as-text.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";

/** What earlier events have shown already. */
export interface SeenEvents {
  /** Calls that an answer contained: their start events are skipped. */
  readonly calls: Set<string>;
  /** Requests to the model whose tokens were counted. */
  readonly counted: Set<string>;
}

/** What an event of a session says; empty when it is kept in raw form alone. */
export function bodiesOf(event: JsonObject, seen: SeenEvents): readonly ItemBody[] {
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
      return answerBodies(data, seen);
    case "assistant.reasoning":
      return [{ kind: "reasoning", text: asText(data.content), sealed: false }];
    case "tool.execution_start":
      return seen.calls.has(asText(data.toolCallId)) ? [] : [callBody(data, data.toolName, seen)];
    case "tool.execution_complete":
      return [resultBody(data), ...changeBodies(data)];
    case "session.usage_record":
      return usageBodies(data, seen);
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
  const { content, attachments } = data;
  // A note of ours begins a session that was handed over.
  if (isQuotedContext(asText(content))) return [{ kind: "injected", text: asText(content) }];
  const files = Array.isArray(attachments) ? attachments.filter(isObject) : [];
  const sender = senderOf(data);
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

/** Who wrote a message in the user's place: a skill, the agent that started a sub-agent, or the program. */
function senderOf({ source, isAutopilotContinuation }: JsonObject) {
  if (/^(?:skill|agent)-/.test(asText(source))) return "prompt";
  return isAutopilotContinuation === true ? "context" : undefined;
}

/** A file beside a text; its bytes may be in an event of their own, which it names. */
function attachmentOf({ path, displayName, mimeType, data, assetId }: JsonObject) {
  return {
    media_type: asText(mimeType) || "application/octet-stream",
    base64: typeof data === "string" ? data : null,
    uri: typeof data === "string" ? null : asText(path ?? assetId ?? displayName),
  };
}

function contextBodies(text: string, sender: "context" | "prompt"): ItemBody[] {
  const message = { kind: "message", role: "user", text, model: null, sender } as const;
  return text === "" ? [] : [{ ...message, attachments: [] }];
}

function clearedText({ initialMessage }: JsonObject): string {
  return asText(initialMessage) || "The user cleared the conversation before this.";
}

function answerBodies(data: JsonObject, seen: SeenEvents): ItemBody[] {
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
  for (const request of requests) bodies.push(callBody(request, request.name, seen));
  // Later versions count all tokens of a request in an event before the answer.
  const output = seen.counted.has(asText(data.apiCallId)) ? 0 : parseTokenCount(data.outputTokens);
  if (output > 0) {
    const none = { input_uncached: 0, cache_read: 0, cache_write: 0, reasoning: 0 };
    bodies.push({ kind: "usage", model, ...none, output });
  }
  return bodies;
}

function usageBodies({ usage }: JsonObject, seen: SeenEvents): ItemBody[] {
  if (!isObject(usage)) return [];
  if (usage.apiCallId !== undefined) seen.counted.add(asText(usage.apiCallId));
  const cache_read = parseTokenCount(usage.cacheReadTokens);
  const cache_write = parseTokenCount(usage.cacheWriteTokens);
  const input = parseTokenCount(usage.inputTokens);
  const counts = {
    input_uncached: Math.max(0, input - cache_read - cache_write),
    cache_read,
    cache_write,
    output: parseTokenCount(usage.outputTokens),
    reasoning: parseTokenCount(usage.reasoningTokens),
  };
  const isEmpty = Object.values(counts).every((count) => count === 0);
  return isEmpty ? [] : [{ kind: "usage", model: asText(usage.model) || null, ...counts }];
}

function callBody(request: JsonObject, name: unknown, { calls }: SeenEvents): ItemBody {
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
  const files = isObject(data.result) ? data.result.binaryResultsForLlm : undefined;
  const { exitCode = 0 } = isObject(data.shellExecution) ? data.shellExecution : {};
  return {
    kind: "tool_result",
    call_id: asText(data.toolCallId),
    // A failed command is no failed call for Copilot: success is true, and the exit code is not 0.
    ok: data.success !== false && data.error === undefined && exitCode === 0,
    content: result === "" ? error : result,
    attachments: Array.isArray(files) ? files.filter(isObject).map(attachmentOf) : [],
  };
}

const CHANGES: ReadonlyMap<unknown, "add" | "update" | "delete"> = new Map([
  ["create", "add"],
  ["delete", "delete"],
]);

/** The files that a call changed. */
function changeBodies({ fileEdits, result }: JsonObject): ItemBody[] {
  const edits = Array.isArray(fileEdits) ? fileEdits.filter(isObject) : [];
  const detailed = isObject(result) ? result.detailedContent : undefined;
  const diff = edits.length === 1 && typeof detailed === "string" ? detailed : null;
  return edits.map(({ path, kind }) => ({
    kind: "file_change",
    path: asText(path),
    change: CHANGES.get(kind) ?? "update",
    diff,
  }));
}

function compactionBodies(data: JsonObject): ItemBody[] {
  if (data.success === false) return [];
  const summary = typeof data.summaryContent === "string" ? data.summaryContent : null;
  const trigger =
    data.trigger === "threshold" ? "auto" : data.trigger === "manual" ? "manual" : null;
  return [{ kind: "compaction", trigger, summary, kept: [] }];
}
