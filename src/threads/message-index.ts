import type { IndexedMessage, MessageIndex, MessageKey } from "../compaction/message-index.ts";
import { readById } from "../ledger/read.ts";
import type { Transaction } from "../stores/store.ts";
import { type FoundThread, findThread } from "./find.ts";
import { type Lineage, readLineage } from "./lineage.ts";
import { threadStream } from "./stream.ts";
import { selectCheckpoints } from "./tables/checkpoints.ts";
import { selectMessage, selectMessageAt } from "./tables/messages.ts";

/** A thread as `src/compaction/` sees it, with its lineage. Compaction itself knows no tables. */
export interface IndexedThread extends FoundThread {
  readonly index: MessageIndex;
  readonly lineage: Lineage;
}

const END = Number.MAX_SAFE_INTEGER;

/**
 * Opens a thread for compaction, within one transaction. The index counts the thread's own
 * messages; checkpoints are converted to ordinals of the conversation, because a summary covers
 * what was inherited too.
 */
export async function openMessageIndex(tx: Transaction, id: string): Promise<IndexedThread> {
  const found = await findThread(tx, id);
  const { thread, head } = found;
  const { thread_id } = thread;
  const lineage = await readLineage(tx, thread, head);
  const { before = 0, messages = 0 } = lineage.segments.at(-1) ?? {};
  const below = { to_seq: END, seq: END };
  const rows = await selectCheckpoints(tx, { thread_id, below, as_of: END, limit: END });
  const index: MessageIndex = {
    thread_id,
    message_count: messages,
    inherited_count: before,
    message: (by) => messageBy(tx, thread_id, by),
    checkpoints: rows.map((row) => ({ ...row, to_ordinal: before + row.to_ordinal })),
  };
  return { ...found, index, lineage };
}

async function messageBy(
  tx: Transaction,
  thread_id: string,
  by: MessageKey,
): Promise<IndexedMessage | null> {
  if ("ordinal" in by) return selectMessage(tx, thread_id, by.ordinal);
  if ("seq" in by) return selectMessageAt(tx, thread_id, by.seq);
  const event = await readById(tx, threadStream(thread_id), by.event_id);
  return event && selectMessageAt(tx, thread_id, event.seq);
}
