import { batchesOf } from "../../base/batches.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { isConversation, textBytesOf } from "../conversation-item.ts";
import { isMain } from "../dispositions.ts";
import { isFailedSummary } from "../failed-summary.ts";

/** A compaction of a conversation. */
export type Compaction = Extract<TranscriptItem, { kind: "compaction" }>;

/** The last compaction on the path that was continued; null where nothing was compacted. One that failed is none. */
export async function lastCompaction(
  items: AsyncIterable<TranscriptItem>,
): Promise<Compaction | null> {
  let found: Compaction | null = null;
  let bytes = 0;
  const see = (item: TranscriptItem) => {
    if (!isMain(item) || !isConversation(item)) return;
    const isCompaction = item.kind === "compaction";
    if (isCompaction && !(item.summary !== null && isFailedSummary(item.summary, bytes))) {
      found = item;
      bytes = 0;
    } else bytes += textBytesOf(item);
  };
  for await (const batch of batchesOf(items)) for (const item of batch) see(item);
  return found;
}
