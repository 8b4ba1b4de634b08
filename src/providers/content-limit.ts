import { HoldallError } from "../base/errors.ts";
import { formatCount, formatNumber } from "../base/text/format-count.ts";
import type { ContextItem } from "../model/context-items.ts";

/** Longest text of one item, in characters: the limit that Open Responses documents. */
const MAX_CHARACTERS = 10_485_760;

/**
 * Refuses a context with a text that no request can contain, before any artifact is read for it.
 */
export function checkItemLengths(items: readonly ContextItem[]): void {
  for (const item of items) {
    if (item.type === "message" || item.type === "tool_result") checkTextLength(item.content ?? "");
    if (item.type === "tool_call" && typeof item.arguments === "string")
      checkTextLength(item.arguments);
  }
}

/** Refuses a text that no request can contain; returns it otherwise. */
export function checkTextLength(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  // A character has one or two code units, so most texts need no count.
  const count = text.length > 2 * MAX_CHARACTERS ? text.length : countCharacters(text);
  if (count <= MAX_CHARACTERS) return text;
  throw new HoldallError(
    "E_LIMIT",
    `Cannot render a text of ${formatCount(count, "character")}: a request carries at most ${formatNumber(MAX_CHARACTERS)}`,
    { cure: "compile with a smaller budget, or keep the text as an artifact" },
  );
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
