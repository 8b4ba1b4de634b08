/**
 * Prices of items. The selection must know what an item will cost before a provider renders it, so
 * the text is approximated. What an item refers to is counted by size, without reading it.
 */

import { BYTES_PER_TOKEN } from "../../base/bytes-per-token.ts";
import type { TokenCounter } from "../../base/tokens.ts";
import type { ContextItem } from "../../model/context-items.ts";
import type { Rung } from "./ladder.ts";
import type { ChosenItem, StrategyInput } from "./strategy.ts";

/** Tokens per item beyond its text: the role and the separators around it. */
const ITEM_TOKENS = 4;

/** Prices items with a counter. */
export interface CostEstimator {
  /**
   * The price of an item, with what it refers to. A promise only if the size has to be looked up.
   */
  estimate(item: ContextItem, why: string): Promise<ChosenItem> | ChosenItem;
  /** The reference to a summary that was read. */
  summary(rung: Rung, thread_id: string): ChosenItem;
}

/** Prices items with a counter, and what they refer to by its size. */
export function createCostEstimator(counter: TokenCounter, input: StrategyInput): CostEstimator {
  const cost = (text: string, referred = 0) => ({
    tokens: counter.count(text) + Math.ceil(referred / BYTES_PER_TOKEN) + ITEM_TOKENS,
    bytes: Buffer.byteLength(text) + referred,
  });
  return {
    estimate(item, why) {
      const text = itemText(item);
      const referred = referredBytes(item, input);
      if (typeof referred === "number") return { item, why, ...cost(text, referred) };
      return referred.then((bytes) => ({ item, why, ...cost(text, bytes) }));
    },
    summary({ checkpoint, markdown }, thread_id) {
      const note = `compaction checkpoint to_seq=${checkpoint.to_seq}`;
      const inherited =
        checkpoint.thread_id === thread_id ? {} : { thread_id: checkpoint.thread_id };
      return {
        item: {
          type: "summary_ref",
          artifact_id: checkpoint.summary_artifact_id,
          note,
          ...inherited,
        },
        why: `replaces everything up to seq ${checkpoint.to_seq}`,
        ...cost(`Compaction summary (earlier context)\n${note}\n${markdown}`),
      };
    },
  };
}

/** The text of an item itself, close enough to what a provider renders. */
function itemText(item: ContextItem): string {
  switch (item.type) {
    case "message":
      // An answer that was cut short is marked when it is shown.
      return item.status == null ? item.content : `${item.content} [interrupted]`;
    case "summary_ref":
    case "handoff_bundle_ref":
    case "state_ref":
      return item.note ?? "";
    case "artifact_ref":
      return [item.artifact_id, item.mime ?? "", item.note ?? "", "artifact_fetch"].join(" ");
    case "file_ref":
      return [item.path, item.checkpoint_id ?? "", item.note ?? ""].join(" ");
    case "tool_side_effect_ref":
      return `changed: ${item.affected_paths?.join(", ") ?? "unknown (shell)"}`;
    case "tool_call":
      return `${item.call_id} ${item.name} ${argumentsText(item.arguments)}`;
    case "tool_result":
      return `${item.call_id} ${item.content ?? ""}`;
    default:
      return item satisfies never;
  }
}

function argumentsText(input: Extract<ContextItem, { type: "tool_call" }>["arguments"]): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

/**
 * Returns a number where no lookup is needed: awaiting it for each of thousands of items is
 * measurable.
 */
function referredBytes(item: ContextItem, input: StrategyInput): Promise<number> | number {
  if (item.type === "state_ref") return input.state?.bytes ?? 0;
  const isShown = item.type === "tool_result" || item.type === "handoff_bundle_ref";
  if (!isShown || item.artifact_id == null) return 0;
  return input.size(item.artifact_id).then((bytes) => bytes ?? 0);
}
