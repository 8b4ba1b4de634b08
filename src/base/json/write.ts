import { type Json, spellingOf } from "./value.ts";

/**
 * Writes JSON as `JSON.stringify` does, with numbers in their original spelling.
 * `indent` 0 gives the compact form used on one line.
 */
export function writeJson(value: Json, indent = 2): string {
  return write(value, { owner: {}, key: "" }, indent, 0);
}

interface Slot {
  readonly owner: object;
  readonly key: string;
}

function write(value: Json, slot: Slot, indent: number, depth: number): string {
  if (typeof value === "number") {
    return spellingOf(slot.owner, slot.key, value) ?? JSON.stringify(value);
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((item, index) =>
        write(item as Json, { owner: value, key: String(index) }, indent, depth + 1),
      )
    : writeMembers(value as Record<string, Json | undefined>, indent, depth);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  if (indent === 0) return `${open}${parts.join(",")}${close}`;
  const pad = " ".repeat(indent * (depth + 1));
  return `${open}\n${pad}${parts.join(`,\n${pad}`)}\n${" ".repeat(indent * depth)}${close}`;
}

function writeMembers(
  object: Record<string, Json | undefined>,
  indent: number,
  depth: number,
): string[] {
  const parts: string[] = [];
  for (const key of Object.keys(object)) {
    const member = object[key];
    if (member === undefined) continue;
    const text = write(member, { owner: object, key }, indent, depth + 1);
    parts.push(`${JSON.stringify(key)}:${indent === 0 ? "" : " "}${text}`);
  }
  return parts;
}
