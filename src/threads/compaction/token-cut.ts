import { BYTES_PER_TOKEN } from "../../base/bytes-per-token.ts";
import { HoldallError } from "../../base/errors.ts";
import { type Cut, newestOf } from "../../compaction/message-index.ts";
import { CUMULATIVE } from "../../model/summary-document.ts";
import type { Transaction } from "../../stores/store.ts";
import type { IndexedThread } from "../message-index.ts";
import { selectTurns, type TurnRow } from "../tables/messages.ts";

const PAGE_SIZE = 256;
/** The default estimator's rule, as it counts tokens by bytes: a turn has two items plus steps. */
const ITEM_TOKENS = 4;

/**
 * The cut that is due when more than `over_tokens` have gathered since the last summary. It leaves
 * the newest turns, up to half of that, so that a summary is not written again after every few
 * turns. Reads sizes only, from the newest turn back; null when nothing is due. The newest message
 * itself is never summarised.
 */
export async function tokenCut(
  tx: Transaction,
  { index, head }: IndexedThread,
  over_tokens: number,
): Promise<Cut | null> {
  if (!Number.isSafeInteger(over_tokens) || over_tokens < 1) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot compact above ${over_tokens} tokens: not a positive integer`,
    );
  }
  const usable = index.checkpoints.filter(({ summary_kind }) => summary_kind === CUMULATIVE);
  const done = (newestOf(usable)?.to_ordinal ?? index.inherited_count) - index.inherited_count;
  const { thread_id } = index;
  let tokens = 0;
  let cut: Cut | null = null;
  for (let from = index.message_count; from > done; from -= PAGE_SIZE) {
    const rows = await selectTurns(tx, { thread_id, from, limit: PAGE_SIZE, cut: head });
    for (const row of rows) {
      if (row.ordinal <= done) break;
      tokens += costOf(row);
      if (tokens > over_tokens / 2 && row.ordinal < index.message_count) cut ??= cutAfterRow(row);
      if (tokens > over_tokens && cut !== null) return cut;
    }
  }
  return null;
}

function costOf({ bytes, reply_bytes, step_bytes, steps }: TurnRow): number {
  const size = bytes + (reply_bytes ?? 0) + (step_bytes ?? 0);
  return Math.ceil(size / BYTES_PER_TOKEN) + ITEM_TOKENS * (2 + (steps ?? 0));
}

function cutAfterRow({ ordinal, seq, event_id }: TurnRow): Cut {
  return { target_message_ordinal: ordinal, to_seq: seq, to_message_id: event_id };
}
