/**
 * The remaining budget of a compile: tokens, items and bytes. All three limits apply together; the
 * one that is exceeded first is recorded as the reason for what was left out.
 */

import type { ChosenItem, StrategyLimits } from "../strategy.ts";

/** The limit that something would exceed. */
export type LimitName = "max_input_tokens" | "max_items" | "max_bytes";

/** What is left of the limits. */
export interface Budget {
  /** Tokens for items at the start: the window without the output and the declarations of tools. */
  readonly available: number;
  /** Takes all or nothing: null when it was taken, else the limit that forbids it. */
  take(chosen: readonly ChosenItem[]): LimitName | null;
  release(chosen: readonly ChosenItem[]): void;
}

/** Opens the budget that the limits leave for items. */
export function openBudget(limits: StrategyLimits): Budget {
  const { max_input_tokens, reserved_output_tokens, tool_tokens = 0 } = limits;
  const available = max_input_tokens - reserved_output_tokens - tool_tokens;
  let tokens = available;
  let items = limits.max_items;
  let bytes = limits.max_bytes;
  const move = (chosen: readonly ChosenItem[], direction: 1 | -1) => {
    for (const each of chosen) {
      tokens += direction * each.tokens;
      bytes += direction * each.bytes;
    }
    items += direction * chosen.length;
  };
  return {
    available,
    take(chosen) {
      move(chosen, -1);
      const limit = exceeded(tokens, items, bytes);
      if (limit !== null) move(chosen, 1);
      return limit;
    },
    release: (chosen) => move(chosen, 1),
  };
}

function exceeded(tokens: number, items: number, bytes: number): LimitName | null {
  if (tokens < 0) return "max_input_tokens";
  if (items < 0) return "max_items";
  return bytes < 0 ? "max_bytes" : null;
}
