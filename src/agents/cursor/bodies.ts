import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import { unknownPart, unreadableBody } from "../record-kinds.ts";
import { bubbleText, contextTexts } from "./bubble-texts.ts";

/** What a line of an agent's transcript, or a bubble of the editor's chat, says. */
export function bodiesOf(record: JsonObject, line: number): readonly ItemBody[] {
  if (record.type === "bubble") {
    return isObject(record.data) ? bubbleBodies(record.data, line) : [unreadableBody()];
  }
  if (record.type === "prompt") return spoken(asText(record.text), "user", null);
  const { content } = isObject(record.message) ? record.message : record;
  const blocks = Array.isArray(content) ? content : [{ type: "text", text: asText(content) }];
  const role = roleOf(record.role);
  if (role === null) return [];
  return blocks.flatMap((block, at) =>
    isObject(block) ? blockBodies(block, role, `line-${line}-${at}`) : [unreadableBody()],
  );
}

function roleOf(role: Json | undefined): "user" | "assistant" | null {
  return role === "user" || role === "assistant" ? role : null;
}

function blockBodies(block: JsonObject, role: "user" | "assistant", id: string): ItemBody[] {
  if (block.type === "tool_use") {
    const input = isObject(block.input) ? { ...block.input } : {};
    const call_id = asText(block.id) || id;
    return [{ kind: "tool_call", call_id, name: asText(block.name), arguments: input }];
  }
  if (block.type !== "text") return [unknownPart(block.type)];
  const text = asText(block.text);
  return role === "user" ? promptBodies(text) : spoken(text, role, null);
}

function spoken(text: string, role: "user" | "assistant", model: string | null): ItemBody[] {
  return text === "" ? [] : [message(text, role, model)];
}

function message(text: string, role: "user" | "assistant", model: string | null) {
  return { kind: "message" as const, role, text, model, attachments: [] };
}

const QUERY_START = "<user_query>";
const QUERY_END = "</user_query>";

/** What the user typed is in a tag; what is around it was put in. */
function promptBodies(text: string): ItemBody[] {
  const start = text.indexOf(QUERY_START);
  const end = start === -1 ? -1 : text.indexOf(QUERY_END, start);
  if (end === -1) return spoken(text, "user", null);
  const asked = text
    .slice(start + QUERY_START.length, end)
    .replace(/^\n/, "")
    .replace(/\n$/, "");
  const around = `${text.slice(0, start)}${text.slice(end + QUERY_END.length)}`.trim();
  const injected: ItemBody[] = around === "" ? [] : [{ kind: "injected", text: around }];
  return [...injected, ...spoken(asked, "user", null)];
}

function bubbleBodies(bubble: JsonObject, line: number): ItemBody[] {
  // Chats before 2024-11 name who speaks.
  const role = bubble.type === 1 || bubble.type === "user" ? "user" : "assistant";
  const bodies: ItemBody[] = [];
  const thought = isObject(bubble.thinking) ? asText(bubble.thinking.text) : "";
  if (thought !== "") {
    const sealed = isObject(bubble.thinking) && typeof bubble.thinking.signature === "string";
    bodies.push({ kind: "reasoning", text: thought, sealed });
  }
  const { text, isRead } = bubbleText(bubble);
  bodies.push(...spoken(text, role, asText(bubble.modelType) || null));
  if (!isRead) bodies.push(unreadableBody());
  for (const context of contextTexts(bubble)) {
    bodies.push({ ...message(context, "user", null), sender: "context" });
  }
  if (isObject(bubble.toolFormerData)) bodies.push(...toolBodies(bubble.toolFormerData, line));
  const usage = isObject(bubble.tokenCount) ? usageBody(bubble.tokenCount) : null;
  if (usage !== null) bodies.push(usage);
  return bodies;
}

/**
 * Data of a tool without a tool is what the editor shows beside an answer, such as the state of a review:
 * no model called anything.
 */
function toolBodies(tool: JsonObject, line: number): ItemBody[] {
  const name = asText(tool.name) || asText(tool.tool);
  if (name === "") return tool.result === undefined ? [] : [unreadableBody()];
  const call_id = asText(tool.toolCallId) || `line-${line}`;
  const input = argumentsOf(tool.rawArgs) ?? argumentsOf(tool.params) ?? {};
  const call: ItemBody = { kind: "tool_call", call_id, name, arguments: input };
  if (tool.result === undefined && tool.status !== "error") return [call];
  const ok = tool.status !== "error" && tool.status !== "cancelled";
  const content = asText(tool.result ?? tool.error);
  return [call, { kind: "tool_result", call_id, ok, content, attachments: [] }];
}

/** Arguments are kept as JSON in a text. */
function argumentsOf(input: Json | undefined): Record<string, unknown> | null {
  if (isObject(input)) return { ...input };
  if (typeof input !== "string") return null;
  try {
    const value: unknown = JSON.parse(input);
    return isObject(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function usageBody({ inputTokens, outputTokens }: JsonObject): ItemBody | null {
  const input_uncached = parseTokenCount(inputTokens);
  const output = parseTokenCount(outputTokens);
  if (input_uncached + output === 0) return null;
  const none = { cache_read: 0, cache_write: 0, reasoning: 0 };
  return { kind: "usage", model: null, input_uncached, ...none, output };
}
