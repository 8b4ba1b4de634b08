import type { TranscriptItem } from "../model/transcript.ts";
import { type ConversationItem, isConversation } from "../transcripts/conversation-item.ts";

/** How many things must arrive before a missing one can be told by its place. */
export interface ReadBack {
  readonly expected: number;
  /** Items that were to be written and are not there, in order. */
  readonly missing: readonly ConversationItem[];
}

/**
 * Compares what was to be written with what the receiver's own reader finds. Order counts; what the
 * receiver's form adds does not.
 */
export async function compareReadBack(
  expected: AsyncIterable<ConversationItem>,
  found: AsyncIterable<TranscriptItem>,
): Promise<ReadBack> {
  const texts = found[Symbol.asyncIterator]();
  const missing: ConversationItem[] = [];
  const ahead: string[] = []; // Read already, and not yet matched.
  let count = 0;
  try {
    for await (const item of expected) {
      const words = expectedText(item);
      if (words === "") continue;
      count++;
      if (!(await advanceTo(words, ahead, texts))) missing.push(item);
    }
  } finally {
    await texts.return?.(); // What was not read to its end is closed all the same.
  }
  return { expected: count, missing };
}

/** How far the receiver may put something before what we put first: one turn with many calls. */
const WINDOW = 512;

async function advanceTo(
  words: string,
  ahead: string[],
  texts: AsyncIterator<TranscriptItem>,
): Promise<boolean> {
  const at = ahead.findIndex((text) => text.includes(words));
  if (at !== -1) {
    ahead.splice(at, 1);
    return true;
  }
  while (ahead.length < WINDOW) {
    const next = await texts.next();
    if (next.done === true) return false;
    if (!isConversation(next.value)) continue;
    const text = expectedText(next.value);
    if (text.includes(words)) return true;
    ahead.push(text);
  }
  return false;
}

/** What must be there again, whatever the receiver calls it. */
function expectedText(item: ConversationItem): string {
  switch (item.kind) {
    case "message":
      return item.text.trim();
    case "tool_call":
      return `\0call ${item.name}`;
    case "tool_result":
      return item.content.trim();
    case "compaction":
      return (item.summary ?? "").trim();
    default:
      return item satisfies never;
  }
}
