import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import type { AskModel } from "../model/ask-model.ts";
import { keyVariable } from "../runtime/model-settings.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { keyFor } from "./model-key.ts";

/**
 * Options that name a model; `provider` describes its purpose. Only a person at the terminal may set
 * them: they cause a network call, and send a key.
 */
export function modelInput(provider: string) {
  return {
    provider: z.string().optional().describe(provider).meta({ by: "terminal" }),
    model: z.string().optional().describe("Name of the model").meta({ by: "terminal" }),
    "base-url": z
      .string()
      .optional()
      .describe("Base URL of the provider (default: its public endpoint)")
      .meta({ by: "terminal" }),
    "key-variable": keyVariable.meta({ by: "terminal" }),
  };
}

/** A model as named by options. */
export type ModelInput = {
  readonly [Key in keyof ReturnType<typeof modelInput>]?: string | undefined;
};

/** Whether any option names a model, be it completely or not. */
function namesModel(input: ModelInput): boolean {
  const { provider, model, "base-url": baseUrl, "key-variable": variable } = input;
  return [provider, model, baseUrl, variable].some((each) => each !== undefined);
}

/** A way to ask the named model; null if none was named. */
export async function askNamed(
  { signal }: Pick<OperationContext, "signal">,
  input: ModelInput,
): Promise<AskModel | null> {
  if (!namesModel(input)) return null;
  const { provider, model, "base-url": baseUrl, "key-variable": variable } = input;
  if (provider === undefined) {
    throw new HoldallError("E_USAGE", "Cannot use a model: no provider was given", {
      cure: "add --provider NAME",
    });
  }
  const key = keyFor(provider, variable);
  // Most runs name no model, and start without what asking one takes.
  const { askModel } = await import("./ask-model.ts");
  const { userAllowance } = await import("../runtime/config.ts");
  return askModel({ provider, model, baseUrl, key, signal, allow: userAllowance() });
}
