import { type ConversationItem, textBytesOf } from "./conversation-item.ts";

/**
 * Bytes of text that are held at once. What an agent would send to a model now is nearly always less: more
 * does not fit into any model's window. A longer conversation is read from the file again.
 */
const MAX_BYTES = 16 * 1024 * 1024;

/** An item of the main path, with its place on it. */
export interface PlacedItem {
  readonly at: number;
  readonly item: ConversationItem;
}

/** Items of a conversation from its last compaction on, held while they are few. */
export interface ItemCache {
  add(placed: PlacedItem): void;
  /** Lets go of what a compaction replaced, all but the items that it kept. */
  compact(kept: readonly string[]): void;
  /** The items in their order; null when they were too many. */
  items(): readonly PlacedItem[] | null;
}

/** Begins with no item. */
export function createItemCache(): ItemCache {
  let held: PlacedItem[] = [];
  let bytes = 0;
  /** Whether something had to be let go that is still in force. */
  let isIncomplete = false;
  return {
    add(placed) {
      if (isIncomplete) return;
      held.push(placed);
      bytes += bytesOf(placed);
      if (bytes <= MAX_BYTES) return;
      held = [];
      isIncomplete = true;
    },
    compact(kept) {
      const wanted = new Set(kept);
      // What a compaction kept may be among what was let go.
      isIncomplete = isIncomplete && wanted.size > 0;
      held = held.filter(({ item }) => wanted.has(item.id));
      bytes = held.reduce((sum, placed) => sum + bytesOf(placed), 0);
    },
    items: () => (isIncomplete ? null : held),
  };
}

function bytesOf({ item }: PlacedItem): number {
  const attachments =
    item.kind === "message" || item.kind === "tool_result" ? item.attachments : [];
  return attachments.reduce((sum, { base64 }) => sum + (base64?.length ?? 0), textBytesOf(item));
}
