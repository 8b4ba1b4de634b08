import type { ConversationItem } from "./conversation-item.ts";

/**
 * Bytes of text that are kept in memory. What an agent would send to a model now is nearly always less: more
 * does not fit into any model's window. A longer conversation is read from the file again.
 */
const MAX_BYTES = 32 * 1024 * 1024;

/** An item of the main path, with its place on it. */
export interface PlacedItem {
  readonly at: number;
  readonly item: ConversationItem;
}

/** Items of a conversation from its last compaction on, kept while they are few. */
export interface ItemCache {
  add(placed: PlacedItem): void;
  /** Removes what a compaction replaced, all but the items that it kept. */
  compact(kept: readonly string[]): void;
  /** The items in their order; null when they were too many. */
  items(): readonly PlacedItem[] | null;
}

/** Begins with no item. */
export function createItemCache(): ItemCache {
  let cached: PlacedItem[] = [];
  let bytes = 0;
  /** Whether an item was removed that is still in force. */
  let isIncomplete = false;
  return {
    add(placed) {
      if (isIncomplete) return;
      cached.push(placed);
      bytes += bytesOf(placed.item);
      if (bytes <= MAX_BYTES) return;
      cached = [];
      isIncomplete = true;
    },
    compact(kept) {
      const wanted = new Set(kept);
      // What a compaction kept may be among the items that were removed.
      isIncomplete = isIncomplete && wanted.size > 0;
      cached = cached.filter(({ item }) => wanted.has(item.id));
      bytes = cached.reduce((sum, { item }) => sum + bytesOf(item), 0);
    },
    items: () => (isIncomplete ? null : cached),
  };
}

/** Counted without writing anything out: this sees every item of a session. */
function bytesOf(item: ConversationItem): number {
  switch (item.kind) {
    case "message":
      return textBytes(item.text) + bytesIn(item.attachments, 0);
    case "tool_call":
      return bytesIn(item.arguments, 0);
    case "tool_result":
      return textBytes(item.content) + bytesIn(item.attachments, 0);
    case "compaction":
      return textBytes(item.summary ?? "");
    default:
      return item satisfies never;
  }
}

/** A text with one of these takes two bytes for each character in memory; any other takes one. */
const WIDE = /[^\0-\xff]/;

function textBytes(text: string): number {
  return WIDE.test(text) ? 2 * text.length : text.length;
}

/** Estimate for a value that is no text. */
const VALUE_BYTES = 32;
const MAX_DEPTH = 100;

function bytesIn(value: unknown, depth: number): number {
  if (typeof value === "string") return textBytes(value);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return VALUE_BYTES;
  let bytes = VALUE_BYTES;
  const members: Record<string, unknown> = Object(value);
  for (const key in members) bytes += textBytes(key) + bytesIn(members[key], depth + 1);
  return bytes;
}
