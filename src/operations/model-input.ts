import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import type { Ask } from "../state/gate/judge.ts";
import { askModel } from "./ask-model.ts";
import type { OperationContext } from "./define-operation.ts";

/** Options that name a model; `provider` says what it is asked for. */
export function modelInput(provider: string) {
  return {
    provider: z.string().optional().describe(provider).meta({ by: "person" }),
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
}

/** A model as options name it. */
export type ModelInput = {
  readonly [Key in keyof ReturnType<typeof modelInput>]?: string | undefined;
};

/** A way to ask the model that was named; null when none was. */
export async function askNamed(
  { signal }: Pick<OperationContext, "signal">,
  input: ModelInput,
): Promise<Ask | null> {
  const { provider, model, "base-url": baseUrl, "key-variable": variable } = input;
  if (provider === undefined) {
    if (model === undefined && baseUrl === undefined) return null;
    throw new HoldallError("E_USAGE", "Cannot let a model write: no provider was named", {
      cure: "give --provider",
    });
  }
  const key = variable === undefined ? null : (process.env[variable] ?? null);
  if (variable !== undefined && key === null) {
    throw new HoldallError("E_USAGE", `Cannot ask "${provider}": ${variable} is not set`);
  }
  return askModel({ provider, model, baseUrl, key, signal });
}
