import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { extractive } from "../compaction/extractive/extractive.ts";
import { modelSummariser } from "../compaction/model-summariser.ts";
import type { Summariser } from "../compaction/summariser.ts";
import { askModel } from "./ask-model.ts";
import type { OperationContext } from "./define-operation.ts";

/** Who writes summaries. */
export const summariserInput = {
  provider: z
    .string()
    .optional()
    .describe("Let a model write: the provider or vendor to ask; else lines are picked out")
    .meta({ by: "person" }),
  model: z.string().optional().describe("The model to ask").meta({ by: "person" }),
  "base-url": z
    .string()
    .optional()
    .describe("Where the provider listens, if not at its home")
    .meta({ by: "person" }),
  "key-variable": z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "not the name of a variable" })
    .optional()
    .describe("Environment variable that holds the key")
    .meta({ by: "person" }),
};

type Input = { [Key in keyof typeof summariserInput]?: string | undefined };

/** The summariser that was asked for: without a model unless one is named. */
export async function chooseSummariser(
  context: OperationContext,
  input: Input,
): Promise<Summariser> {
  const { provider, model, "base-url": baseUrl, "key-variable": variable } = input;
  if (provider === undefined) {
    if (model === undefined && baseUrl === undefined) return extractive;
    throw new HoldallError("E_USAGE", "Cannot let a model write: no provider was named", {
      cure: "give --provider",
    });
  }
  const key = variable === undefined ? null : (process.env[variable] ?? null);
  if (variable !== undefined && key === null) {
    throw new HoldallError("E_USAGE", `Cannot ask "${provider}": ${variable} is not set`);
  }
  const ask = await askModel({ provider, model, baseUrl, key, signal: context.signal });
  return modelSummariser(ask);
}
