import { type CutRule, planCuts } from "../../compaction/cut-points.ts";
import type { Cut } from "../../compaction/message-index.ts";
import { cutRuleOf } from "../../compaction/schedule.ts";
import type { Summariser } from "../../compaction/summariser.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Actor } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import type { IndexedThread } from "../message-index.ts";
import { hasOpenRun } from "../tables/runs.ts";
import { tokenCut } from "./token-cut.ts";

/** What compaction is asked for. */
export interface CompactionRequest {
  readonly thread: string;
  readonly stride_messages?: number | undefined;
  readonly max_new_checkpoints?: number | undefined;
  /** Cut when so many tokens have gathered since the last summary, instead of counting messages. */
  readonly over_tokens?: number | undefined;
  readonly dry_run: boolean;
  readonly actor: Actor;
  readonly summariser: Summariser;
}

/** The rule that a request's cuts follow. */
export function requestedRule({ over_tokens, stride_messages }: CompactionRequest): CutRule {
  return cutRuleOf({
    ...(over_tokens === undefined ? {} : { over_tokens }),
    ...(stride_messages === undefined ? {} : { stride_messages }),
  });
}

/**
 * The cuts that are due, up to the first whose message is still being answered: its reply would be
 * missing from the summary. Later cuts wait too, since each summary continues the one before.
 */
export async function planDueCuts(
  { tx }: UnitOfWork,
  open: IndexedThread,
  request: CompactionRequest,
): Promise<readonly Cut[]> {
  const { index } = open;
  const planned = await plan(tx, open, request);
  const due: Cut[] = [];
  for (const cut of planned) {
    if (await hasOpenRun(tx, index.thread_id, cut.to_message_id)) break;
    due.push(cut);
  }
  return due;
}

/** By tokens there is at most one cut; by messages as many as strides have been completed. */
async function plan(
  tx: Transaction,
  open: IndexedThread,
  { stride_messages, max_new_checkpoints, over_tokens }: CompactionRequest,
): Promise<readonly Cut[]> {
  if (over_tokens !== undefined) {
    const cut = await tokenCut(tx, open, over_tokens);
    return cut === null ? [] : [cut];
  }
  return planCuts(open.index, {
    ...(stride_messages === undefined ? {} : { stride_messages }),
    ...(max_new_checkpoints === undefined ? {} : { max_new_checkpoints }),
  });
}
