import { createRedactor, type Redactor } from "../redact/redactor.ts";
import { userConfigFor } from "./config.ts";
import type { OperationContext } from "./operation-context.ts";

/** A redactor that ignores what the user's own configuration allows. */
export function redactorFor(context: OperationContext): Redactor {
  return createRedactor(userConfigFor(context).redaction.allow);
}

/** A redactor, unless the caller asked for secrets to be kept. */
export function redactorUnless(context: OperationContext, keepsSecrets: boolean): Redactor | null {
  return keepsSecrets ? null : redactorFor(context);
}
