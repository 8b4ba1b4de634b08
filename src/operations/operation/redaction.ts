import * as z from "zod";
import { createRedactor, type Redactor } from "../../redact/redactor.ts";
import { userConfigFor } from "./config.ts";
import type { OperationContext } from "./operation.ts";

/** The switch of every operation that replaces secrets in its output. Only a person may set it. */
export const keepSecretsInput = {
  "keep-secrets": z
    .boolean()
    .default(false)
    .describe("Do not replace or leave out what appears to be a secret")
    .meta({ by: "person" }),
};

/** Secrets that were replaced, as results list them. */
export const redactionsSchema = () =>
  z
    .array(
      z.object({
        kind: z.string(),
        placeholder: z.string(),
        count: z.number(),
        where: z.string(),
      }),
    )
    .readonly();

/** A redactor that ignores what the user's own configuration allows. */
export function redactorFor(context: OperationContext): Redactor {
  return createRedactor(userConfigFor(context).redaction.allow);
}

/** A redactor, unless the caller asked for secrets to be kept. */
export function redactorUnless(context: OperationContext, keepsSecrets: boolean): Redactor | null {
  return keepsSecrets ? null : redactorFor(context);
}
