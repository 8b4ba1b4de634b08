import { isObject, type JsonObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";
import { partsOf, textOf } from "./chat-bodies.ts";

/** Who wrote a message in the Chat Completions API. */
const ROLES = ["system", "user", "assistant", "tool"];

/** Whether a record is a message as early versions wrote it: in the form of the Chat Completions API. */
export function isEarlyRecord({ type, method, role }: JsonObject): boolean {
  return type === undefined && method === undefined && ROLES.includes(asText(role));
}

/** A record in the form of later versions: those of the first version, and answers that contain their thinking. */
export function laterRecords(record: JsonObject): readonly JsonObject[] {
  const later = isEarlyRecord(record) ? laterForm(record) : record;
  const thinking = later.type === "assistant" ? thinkingIn(record) : null;
  return thinking === null ? [later] : [thinking, later];
}

/** A message without its thinking, which becomes a record of its own. */
function laterForm(record: JsonObject): JsonObject {
  const { role, content, tool_calls, reasoning, reasoning_content, ...rest } = record;
  const parts = partsOf(content);
  // Only the user's content is a list.
  if (role === "user") return { ...rest, type: "user", content: parts.map(laterPart) };
  const calls = Array.isArray(tool_calls)
    ? { tool_calls: tool_calls.filter(isObject).map(laterCall) }
    : {};
  const type = role === "tool" ? "tool_result" : asText(role);
  return { ...rest, type, content: textOf(parts), ...calls };
}

function laterPart(part: JsonObject): JsonObject {
  return isObject(part.image_url) ? { type: "image", url: part.image_url.url ?? "" } : part;
}

function laterCall({ id, function: called }: JsonObject): JsonObject {
  return { id: id ?? "", ...(isObject(called) ? called : {}) };
}

function thinkingIn({ reasoning, reasoning_content }: JsonObject): JsonObject | null {
  const { text, encrypted } = isObject(reasoning) ? reasoning : { text: reasoning_content };
  if (asText(text) === "" && encrypted == null) return null;
  const sealed = encrypted == null ? {} : { encrypted_content: encrypted };
  const summary = [{ type: "summary_text", text: asText(text) }];
  return { type: "reasoning", id: "", summary, ...sealed };
}
