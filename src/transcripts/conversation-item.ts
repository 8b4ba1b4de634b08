import type { TranscriptItem } from "../model/transcript.ts";

/** What a conversation consists of; everything else in a transcript is about it. */
export type ConversationItem = Extract<
  TranscriptItem,
  { kind: "message" | "tool_call" | "tool_result" | "compaction" }
>;

/** Whether an item is part of the conversation. */
export function isConversation(item: TranscriptItem): item is ConversationItem {
  return isConversationKind(item.kind);
}

/** Whether items of a kind are part of the conversation. */
export function isConversationKind(kind: TranscriptItem["kind"]): kind is ConversationItem["kind"] {
  switch (kind) {
    case "message":
    case "tool_call":
    case "tool_result":
    case "compaction":
      return true;
    default:
      return false;
  }
}

/** Bytes of the text that an item puts before a model; attached files are not counted. */
export function textBytesOf(item: ConversationItem): number {
  switch (item.kind) {
    case "message":
      return Buffer.byteLength(item.text);
    case "tool_call":
      return Buffer.byteLength(JSON.stringify(item.arguments)) + Buffer.byteLength(item.name);
    case "tool_result":
      return Buffer.byteLength(item.content);
    case "compaction":
      return Buffer.byteLength(item.summary ?? "") + (item.sealed_tokens ?? 0) * 4;
    default:
      return item satisfies never;
  }
}
