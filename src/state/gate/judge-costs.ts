import * as z from "zod";
import { isObject, type JsonObject } from "../../base/json/value.ts";

const tokens = z.int().min(0);
const costSchema = z.object({
  judge: z.string().min(1).max(512),
  prompt_tokens: tokens,
  completion_tokens: tokens,
  total_tokens: tokens,
});

/** Tokens that a judge used. */
export type JudgeCost = z.infer<typeof costSchema>;

/** No candidate is judged by more models than this. */
const MAX_COSTS = 64;

/** Tokens that judges used for the decision of an event; malformed values of an imported log are ignored. */
export function judgeCostsIn({ gate }: JsonObject): readonly JudgeCost[] {
  const costs = isObject(gate) ? gate.judge_costs : null;
  if (!Array.isArray(costs)) return [];
  return costs.slice(0, MAX_COSTS).flatMap((cost) => costSchema.safeParse(cost).data ?? []);
}
