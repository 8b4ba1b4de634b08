import type { TranscriptItem } from "../model/transcript.ts";

/** What a conversation consists of; everything else of a transcript is about it. */
export type ConversationItem = Extract<
  TranscriptItem,
  { kind: "message" | "tool_call" | "tool_result" | "compaction" }
>;

/** Whether an item is part of what was said and done. */
export function isConversation(item: TranscriptItem): item is ConversationItem {
  switch (item.kind) {
    case "message":
    case "tool_call":
    case "tool_result":
    case "compaction":
      return true;
    default:
      return false;
  }
}

/** Where an item stands, for a loss report. */
export function placeOf({ source }: Pick<TranscriptItem, "source">): string {
  return `${source.file}:${source.line}`;
}
