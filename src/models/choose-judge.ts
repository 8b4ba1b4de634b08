import type { AskModel } from "../model/ask-model.ts";
import { decimal } from "../runtime/decimal.ts";
import type { JudgeModel, Judges } from "../runtime/model-settings.ts";
import { council, type Tier } from "../state/gate/council.ts";
import { JUDGE_OUTPUT_TOKENS, type Judge, modelJudge } from "../state/gate/judge.ts";
import type { JudgeOptions } from "../state/gate/qualify-with-judge.ts";
import { askModel } from "./ask-model.ts";
import { keyFor } from "./model-key.ts";

/** The judges of each tier, ready to be asked; a tier without models has none. */
export async function chooseJudges(
  judges: Judges,
  signal: AbortSignal,
): Promise<Readonly<Partial<Record<Tier, Judge>>>> {
  const arbiter = judges.arbiter === undefined ? null : await askOf(judges.arbiter, signal);
  const chosen: Partial<Record<Tier, Judge>> = {};
  for (const tier of ["cheap", "frontier"] as const) {
    const models = await Promise.all(judges[tier].map((model) => judgeOf(model, signal)));
    const [only] = models;
    if (only !== undefined) chosen[tier] = models.length === 1 ? only : council(models, arbiter);
  }
  return chosen;
}

/** How much depends on a decision, for every operation that asks judges. */
export const stakesInput = {
  stakes: decimal()
    .min(0)
    .max(1)
    .optional()
    .describe(
      "How much depends on the decision, 0 to 1; from 0.75 on the stronger judges of the settings decide (frontier)",
    ),
};

/**
 * The judges of a candidate; null if none are configured. The arbiter sees a contradiction in both
 * orders, which shows whether its preference depends on the order.
 */
export async function resolveJudges(
  configured: Judges,
  { signal, stakes = 0 }: { readonly signal: AbortSignal; readonly stakes?: number | undefined },
): Promise<Pick<JudgeOptions, "judges" | "stakes" | "compare"> | null> {
  const judges = await chooseJudges(configured, signal);
  if (Object.keys(judges).length === 0) return null;
  const { arbiter } = configured;
  return arbiter === undefined
    ? { judges, stakes }
    : { judges, stakes, compare: await askOf(arbiter, signal) };
}

async function judgeOf(model: JudgeModel, signal: AbortSignal): Promise<Judge> {
  return modelJudge(model.model ?? model.provider, await askOf(model, signal));
}

async function askOf(named: JudgeModel, signal: AbortSignal): Promise<AskModel> {
  const { provider, model, base_url: baseUrl, key_variable: variable } = named;
  const key = keyFor(provider, variable);
  return askModel({ provider, model, baseUrl, key, signal, maxOutput: JUDGE_OUTPUT_TOKENS });
}
