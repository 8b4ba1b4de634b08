import { MANUAL_CUT_RULE } from "../compaction/cut-points.ts";
import { type ManualTarget, manualCut } from "../compaction/manual-cut.ts";
import type { Summariser } from "../compaction/summariser.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { type BranchPoint, resolveBranchPoint } from "./branch.ts";
import { summariseCut } from "./compaction/summarise-cut.ts";
import { findMessage } from "./find.ts";
import { openMessageIndex } from "./message-index.ts";

/** A summary that was written because nobody gave one, and the message that it covers last. */
export interface DerivedSummary {
  readonly to_message_id: string;
  readonly markdown: string;
}

/** The summary for a checkpoint at this place. */
export async function deriveCheckpointSummary(
  ledger: Ledger,
  thread: string,
  { target, summariser }: { readonly target: ManualTarget; readonly summariser: Summariser },
): Promise<DerivedSummary> {
  const { thread_id, cut } = await ledger.read(async (tx) => {
    const { index } = await openMessageIndex(tx, thread);
    const { to_message_id: named } = target;
    const found = named === undefined ? null : await findMessage(tx, index.thread_id, named);
    const exact = found === null ? target : { ...target, to_message_id: found.event_id };
    return { thread_id: index.thread_id, ...(await manualCut(index, exact)) };
  });
  const request = { cut, cut_rule_id: MANUAL_CUT_RULE, summariser };
  const { markdown } = await summariseCut(ledger, thread_id, request);
  return { to_message_id: cut.to_message_id, markdown };
}

/** The summary that a thread's successor starts from, and the seq it is cut at; null for a thread without messages. */
export async function deriveHandoffSummary(
  ledger: Ledger,
  thread: string,
  { point, summariser }: { readonly point: BranchPoint; readonly summariser: Summariser },
): Promise<(DerivedSummary & { readonly seq: number }) | null> {
  const source = await ledger.read((tx) => resolveBranchPoint(tx, { thread, cut: point }));
  const { thread_id, seq, message_id } = source;
  if (message_id === null) return null;
  const target = { to_message_id: message_id };
  return { seq, ...(await deriveCheckpointSummary(ledger, thread_id, { target, summariser })) };
}
