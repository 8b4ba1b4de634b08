import * as z from "zod";
import type { AskModel } from "../../../model/ask-model.ts";
import type { JudgedOutcome } from "../../judge/checks.ts";
import { modelQuestion, questionItems, readVerdict } from "../../judge/model-question.ts";

/** The opinion of a model about a result. */
export const modelJudgeSchema = () =>
  z.object({
    model: z.string(),
    at: z.string(),
    score: z.number().nullable(),
    notes: z.string().nullable(),
    prompt: z.string(),
    answer: z.string(),
  });

/** Asks a model; prompt and answer are recorded, so that its opinion can be questioned. */
export async function askJudge(
  ask: AskModel,
  {
    task,
    patch,
    outcome,
  }: { readonly task: string; readonly patch: string; readonly outcome: JudgedOutcome },
  at: string,
): Promise<z.infer<ReturnType<typeof modelJudgeSchema>>> {
  const checks = outcome.checks.map(
    ({ name, passed }) => `${passed ? "passed" : "failed"}: ${name}`,
  );
  const prompt = modelQuestion({ task, patch, checks });
  const { text: answer, model } = await ask(questionItems(prompt));
  return { model, at, ...readVerdict(answer), prompt, answer };
}
