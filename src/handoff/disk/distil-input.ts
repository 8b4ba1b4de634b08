import type { AskModel } from "../../model/ask-model.ts";
import { askNamed, type ModelInput, modelInput } from "../../models/model-input.ts";
import type { Allowance } from "../../redact/allowance.ts";
import { allowanceFor } from "../../runtime/allowance-for.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

/** A model that distils, and how much it is shown. */
export interface Distiller {
  readonly ask: AskModel;
  readonly budget: number;
  readonly allow: Allowance;
}

const DEFAULT_BUDGET = 32_000;

/** Who distils a state beside what is found without a model. */
export const distilInput = {
  ...modelInput("Also distil the state with a model of this provider or vendor"),
  "distil-budget": integer(1000)
    .default(DEFAULT_BUDGET)
    .describe("Maximum tokens of the session that the model is shown, newest first"),
};

/** The model that was named; null when none was. */
export async function chooseDistiller(
  context: OperationContext,
  input: ModelInput & { readonly "distil-budget": number },
): Promise<Distiller | null> {
  const ask = await askNamed(context, input);
  const allow = await allowanceFor(context);
  return ask && { ask, budget: input["distil-budget"], allow };
}
