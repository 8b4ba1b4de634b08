import { isObject, type JsonObject } from "../../base/json/value.ts";

/** An entry with its content replaced as an edit says; null when the edit takes it out. */
export function editEntry(entry: JsonObject, { replacement }: JsonObject): JsonObject | null {
  if (replacement === null) return null;
  if (!isObject(replacement) || replacement.content === undefined) return entry;
  const { content } = replacement;
  if (entry.type === "custom_message") return { ...entry, content };
  if (entry.type !== "message" || !isObject(entry.message)) return entry;
  return { ...entry, message: { ...entry.message, content } };
}
