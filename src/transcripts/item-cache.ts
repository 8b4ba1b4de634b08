import type { ConversationItem } from "./conversation-item.ts";

/**
 * Characters of text that are held at once. What an agent would send to a model now is nearly always less: more
 * does not fit into any model's window. A longer conversation is read from the file again.
 */
const MAX_CHARACTERS = 16 * 1024 * 1024;

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
  let characters = 0;
  /** Whether something had to be let go that is still in force. */
  let isIncomplete = false;
  return {
    add(placed) {
      if (isIncomplete) return;
      held.push(placed);
      characters += lengthOf(placed.item);
      if (characters <= MAX_CHARACTERS) return;
      held = [];
      isIncomplete = true;
    },
    compact(kept) {
      const wanted = new Set(kept);
      // What a compaction kept may be among what was let go.
      isIncomplete = isIncomplete && wanted.size > 0;
      held = held.filter(({ item }) => wanted.has(item.id));
      characters = held.reduce((sum, { item }) => sum + lengthOf(item), 0);
    },
    items: () => (isIncomplete ? null : held),
  };
}

/** Counted without writing anything out: this sees every item of a session. */
function lengthOf(item: ConversationItem): number {
  switch (item.kind) {
    case "message":
      return item.text.length + lengthIn(item.attachments, 0);
    case "tool_call":
      return lengthIn(item.arguments, 0);
    case "tool_result":
      return item.content.length + lengthIn(item.attachments, 0);
    case "compaction":
      return item.summary?.length ?? 0;
    default:
      return item satisfies never;
  }
}

/** What is not a text is held, too. */
const VALUE_LENGTH = 16;
const MAX_DEPTH = 100;

function lengthIn(value: unknown, depth: number): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return VALUE_LENGTH;
  let length = VALUE_LENGTH;
  const members: Record<string, unknown> = Object(value);
  for (const key in members) length += key.length + lengthIn(members[key], depth + 1);
  return length;
}
