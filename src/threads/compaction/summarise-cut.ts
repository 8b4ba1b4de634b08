import type { Basis } from "../../compaction/basis.ts";
import type { Cut } from "../../compaction/message-index.ts";
import type { Summariser } from "../../compaction/summariser.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { basisFor } from "../checkpoints.ts";
import { openMessageIndex } from "../message-index.ts";
import { turnsForward } from "../turns.ts";

/** A summary of a thread up to a cut, and the earlier summary it continues. */
export interface CutSummary {
  readonly markdown: string;
  readonly basis: Basis["basis"];
}

/**
 * Summarises a thread up to a cut, from the nearest summary before it and the turns since. Reads in one transaction
 * and summarises in none, because a summariser may ask a model.
 */
export async function summariseCut(
  ledger: Ledger,
  thread_id: string,
  request: { readonly cut: Cut; readonly cut_rule_id: string; readonly summariser: Summariser },
): Promise<CutSummary> {
  const { cut, cut_rule_id, summariser } = request;
  const { open, basis } = await ledger.read(async (tx) => {
    const index = await openMessageIndex(tx, thread_id);
    return { open: index, basis: await basisFor(tx, index, cut) };
  });
  const from = basis.after_ordinal + 1;
  const to = open.index.inherited_count + cut.target_message_ordinal;
  const markdown = await summariser.summarise({
    thread_id,
    cut_rule_id,
    cut,
    base: basis.base,
    basis_note: basis.basis?.note ?? null,
    turns: () => turnsForward(ledger.read, open.lineage.segments, { from, to, detail: "turns" }),
  });
  return { markdown, basis: basis.basis };
}
