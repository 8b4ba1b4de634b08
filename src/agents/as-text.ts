import type { Json } from "../base/json/value.ts";

/** What a record contains as text: nothing is empty, and what is no text is its JSON. */
export function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
