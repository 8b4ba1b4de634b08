import { escapeInvisible } from "../../base/invisible.ts";

/** Writes invisible characters in every text of a result as escapes, so that what is shown is what is there. */
export function escapeTexts<Value>(value: Value): Value {
  // Strings become strings and everything else keeps its form, so that the type holds.
  return escaped(value) as Value;
}

function escaped(value: unknown): unknown {
  if (typeof value === "string") return escapeInvisible(value);
  if (Array.isArray(value)) return value.map(escaped);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escaped(member)]));
}
