import type { TranscriptItem } from "../model/transcript.ts";

/** An item that `show` numbers; thinking only where it is shown. */
export type NumberedItem = Extract<
  TranscriptItem,
  { kind: "message" | "tool_call" | "compaction" | "file_change" | "error" }
>;

/** The numbers under which `show` prints the items of a conversation; a result has that of its call. */
export interface ItemNumbers {
  note(item: TranscriptItem): void;
  /** Null for an item that has none, or that was forgotten. */
  of(id: string): number | null;
}

/** More are forgotten, the oldest first. */
const MAX_KEPT = 50_000;

/** Whether an item is counted: it belongs to the conversation that was continued, and is no part of another. */
export function isNumbered(item: TranscriptItem): item is NumberedItem {
  if (item.thread !== null || item.branch !== null) return false;
  switch (item.kind) {
    case "message":
    case "tool_call":
    case "compaction":
    case "file_change":
    case "error":
      return true;
    default:
      return false;
  }
}

/** Begins with the first item of a conversation. */
export function createItemNumbers(): ItemNumbers {
  const numbers = new Map<string, number>();
  let last = 0;
  const keep = (key: string, number: number) => {
    numbers.set(key, number);
    if (numbers.size > MAX_KEPT) numbers.delete(numbers.keys().next().value ?? "");
  };
  return {
    note(item) {
      if (item.kind === "tool_result") {
        const call = numbers.get(callKey(item.call_id));
        if (call !== undefined) keep(item.id, call);
      }
      if (!isNumbered(item)) return;
      keep(item.id, ++last);
      if (item.kind === "tool_call") keep(callKey(item.call_id), last);
    },
    of: (id) => numbers.get(id) ?? null,
  };
}

/** Of a part of a conversation nothing can be looked up by a number. */
export const NO_NUMBERS: ItemNumbers = { note: () => undefined, of: () => null };

function callKey(call_id: string): string {
  return `call ${call_id}`;
}
