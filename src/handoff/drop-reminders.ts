import type { ConversationItem } from "../transcripts/conversation-item.ts";

const BEGIN = "<system-reminder>";
const END = "</system-reminder>";

/** A result without what its agent put into it for its own model; the same result when there is none. */
export function dropReminders(item: ConversationItem): ConversationItem {
  if (item.kind !== "tool_result" || !item.content.includes(BEGIN)) return item;
  const [first = "", ...parts] = item.content.split(BEGIN);
  // A reminder that was cut off goes on to the end.
  const rest = parts.map((part) => {
    const end = part.indexOf(END);
    return end < 0 ? "" : part.slice(end + END.length);
  });
  return { ...item, content: (first + rest.join("")).trimEnd() };
}
