import { type Allowance, NOTHING_ALLOWED } from "../redact/allowance.ts";
import { readConfigText, USER_CONFIG_FILE, userConfigFolder } from "./config-text.ts";
import type { OperationContext } from "./operation-context.ts";

/** What the user's own configuration exempts from redaction; its schema is loaded only where there is a file. */
export async function allowanceFor(context: OperationContext): Promise<Allowance> {
  if (readConfigText(userConfigFolder(), USER_CONFIG_FILE) === "") return NOTHING_ALLOWED;
  const { userConfigFor } = await import("./config.ts");
  return userConfigFor(context).redaction.allow;
}
