import { HoldallError } from "../base/errors.ts";
import { formatCount, formatNumber } from "../base/text/format-count.ts";
import { readSummary } from "../model/summary-document.ts";
import { checkStride, MANUAL_CUT_RULE, strideRuleId } from "./cut-points.ts";
import { type Cut, cutAfter, cutAt, type MessageIndex } from "./message-index.ts";

/** Where someone wants a checkpoint: at a message they name, or at the newest stride. */
export interface ManualTarget {
  readonly to_message_id?: string;
  readonly to_seq?: number;
  readonly stride_messages?: number;
}

/** The cut that someone asked for, with the rule it is recorded under. */
export async function manualCut(
  index: MessageIndex,
  target: ManualTarget,
): Promise<{ readonly cut: Cut; readonly cut_rule_id: string }> {
  const { to_message_id, to_seq } = target;
  if (to_message_id !== undefined && to_seq !== undefined) {
    throw new HoldallError(
      "E_USAGE",
      "Cannot create a checkpoint: both a message and a seq were given",
      {
        cure: "use either a message or a seq",
      },
    );
  }
  if (to_message_id === undefined && to_seq === undefined) return strideCut(index, target);
  const named =
    to_message_id === undefined
      ? await index.message({ seq: to_seq ?? 0 })
      : await index.message({ event_id: to_message_id });
  if (named !== null) return { cut: cutAfter(named), cut_rule_id: MANUAL_CUT_RULE };
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot create a checkpoint in thread "${index.thread_id}": ${to_message_id === undefined ? `the event at seq ${to_seq} is not a message` : `message "${to_message_id}" does not exist`}`,
  );
}

async function strideCut(index: MessageIndex, { stride_messages }: ManualTarget) {
  const stride = checkStride(stride_messages);
  const ordinal = Math.floor(index.message_count / stride) * stride;
  if (ordinal > 0) {
    return { cut: await cutAt(index, ordinal), cut_rule_id: strideRuleId(stride) };
  }
  throw new HoldallError(
    "E_RANGE",
    `Cannot create a checkpoint in thread "${index.thread_id}": it has ${formatCount(index.message_count, "message")}, fewer than ${formatNumber(stride)}`,
    { cure: "name the message, or use a smaller --stride" },
  );
}

/**
 * Refuses an artifact that is not a summary of exactly this cut: compiles would show it in place of
 * the turns.
 */
export function checkSummaryFor(
  bytes: Uint8Array | null,
  cut: { readonly thread_id: string; readonly to_seq: number },
): void {
  if (bytes === null) {
    throw new HoldallError(
      "E_NOT_FOUND",
      "Cannot create a checkpoint: the artifact does not exist",
    );
  }
  const read = readSummary(bytes, cut);
  if (!("fault" in read)) return;
  throw new HoldallError(
    "E_SCHEMA",
    `Cannot create a checkpoint: the artifact is not a summary of thread "${cut.thread_id}" up to seq ${cut.to_seq} (${read.fault})`,
  );
}
