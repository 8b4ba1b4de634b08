import { extractive } from "../compaction/extractive/extractive.ts";
import { modelSummariser } from "../compaction/model-summariser.ts";
import type { Summariser } from "../compaction/summariser.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { askNamed, type ModelInput, modelInput } from "./model-input.ts";

/** Who writes summaries. */
export const summariserInput = modelInput(
  "Provider or vendor of the model that writes the summary (default: extract lines without a model)",
);

/** The requested summariser: the extractive one, unless a model is named. */
export async function chooseSummariser(
  context: OperationContext,
  input: ModelInput,
): Promise<Summariser> {
  const ask = await askNamed(context, input);
  return ask === null ? extractive : modelSummariser(ask);
}
