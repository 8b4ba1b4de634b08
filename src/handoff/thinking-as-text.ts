import { type BatchedSequence, expand } from "../base/batches.ts";
import type { TranscriptItem } from "../model/transcript.ts";

/**
 * Turns thinking that can be read into words of the model, marked as what they are: another provider refuses
 * a thought in its own form, because the signature is not its own.
 */
export function thinkingAsText(
  items: AsyncIterable<TranscriptItem>,
): BatchedSequence<TranscriptItem> {
  return expand(items, (item, add) => add(item.kind === "reasoning" ? asMessage(item) : item));
}

function asMessage(item: Extract<TranscriptItem, { kind: "reasoning" }>): TranscriptItem {
  if (item.text.trim() === "") return item;
  const { sealed: _sealed, text, ...rest } = item;
  return {
    ...rest,
    kind: "message",
    role: "assistant",
    model: null,
    text: `<thinking>\n${text.trim()}\n</thinking>`,
    attachments: [],
  };
}
