import type { ConversationItem } from "../transcripts/conversation-item.ts";

/** A long result within a number of bytes: its beginning and its end, and between them what is missing. */
export function shortenResult(item: ConversationItem, maxBytes: number): ConversationItem {
  if (item.kind !== "tool_result") return item;
  const bytes = Buffer.from(item.content);
  if (bytes.length <= maxBytes) return item;
  const half = Math.floor(maxBytes / 2);
  // Half a character at a cut becomes a replacement mark, which is taken off again.
  const head = bytes
    .subarray(0, half)
    .toString()
    .replace(/\uFFFD$/, "");
  const tail = bytes
    .subarray(bytes.length - half)
    .toString()
    .replace(/^\uFFFD+/, "");
  const missing = bytes.length - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return { ...item, content: `${head}\n[${missing} bytes left out here]\n${tail}` };
}
