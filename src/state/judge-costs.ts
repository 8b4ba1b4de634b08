import * as z from "zod";
import { isObject, type JsonObject } from "../base/json/value.ts";
import type { JudgeCost } from "./gate/audit.ts";

const tokens = z.int().min(0);
const costSchema = z.object({
  judge: z.string().min(1).max(512),
  prompt_tokens: tokens,
  completion_tokens: tokens,
  total_tokens: tokens,
});

/** More judges than this are asked about no candidate. */
const MOST = 64;

/** What judges used for the decision that an event tells of; what an imported log says wrongly is passed by. */
export function judgeCostsIn({ gate }: JsonObject): readonly JudgeCost[] {
  const costs = isObject(gate) ? gate.judge_costs : null;
  if (!Array.isArray(costs)) return [];
  return costs.slice(0, MOST).flatMap((cost) => costSchema.safeParse(cost).data ?? []);
}
