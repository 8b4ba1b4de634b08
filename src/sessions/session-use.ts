import * as z from "zod";
import { addUsage, totalTokens, type Usage } from "../tasks/read/measures.ts";
import { costOf, type PriceTable } from "../tasks/read/prices.ts";
import type { DayUse } from "../transcripts/session-activity.ts";

/** What a session took, for lists and pages. */
export const sessionUseSchema = () => ({
  /** Calls of tools, those of sub-agents too; null where the session could not be read. */
  calls: z.number().nullable(),
  /** From each prompt to the last item before the next one, together; null where times are not known. */
  worked_ms: z.number().nullable(),
  /** Tokens that models read and wrote for it; null where its agent records none. */
  tokens_in: z.number().nullable(),
  tokens_out: z.number().nullable(),
  /** US dollars at list prices; null where tokens or the price of a model are not known. */
  cost_usd: z.number().nullable(),
});

/** Tokens and their price. */
export interface PricedUse {
  readonly tokens_in: number | null;
  readonly tokens_out: number | null;
  readonly cost_usd: number | null;
}

/** The sum of what models read and wrote; its price is not known as soon as one of them has none. */
export function priceDays(days: readonly DayUse[], prices: PriceTable): PricedUse {
  const used = days.map((day) => ({ model: day.model, usage: usageOf(day) }));
  const counted = used.filter(({ usage }) => totalTokens(usage) > 0);
  if (counted.length === 0) return { tokens_in: null, tokens_out: null, cost_usd: null };
  const sum = counted.map(({ usage }) => usage).reduce(addUsage);
  const costs = counted.map(({ model, usage }) => costOf(model, usage, prices));
  return {
    tokens_in: totalTokens(sum) - sum.output,
    tokens_out: sum.output,
    cost_usd: costs.reduce(addCosts),
  };
}

function addCosts(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left + right;
}

/** The tokens of a day with one model. */
export function usageOf({ input, cacheRead, cacheWrite, output }: DayUse): Usage {
  return { input, cacheRead, cacheWrite, output, reasoning: 0 };
}
