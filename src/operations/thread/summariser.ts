import { extractive } from "../../compaction/extractive/extractive.ts";
import { modelSummariser } from "../../compaction/model-summariser.ts";
import type { Summariser } from "../../compaction/summariser.ts";
import { askNamed, type ModelInput, modelInput } from "../models/model-input.ts";
import type { OperationContext } from "../operation/operation.ts";

/** Who writes summaries. */
export const summariserInput = modelInput(
  "Let a model write: the provider or vendor to ask; else lines are picked out",
);

/** The summariser that was asked for: without a model unless one is named. */
export async function chooseSummariser(
  context: OperationContext,
  input: ModelInput,
): Promise<Summariser> {
  const ask = await askNamed(context, input);
  return ask === null ? extractive : modelSummariser(ask);
}
