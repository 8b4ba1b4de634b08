import type { Ledger } from "../ledger/ledger.ts";
import { isUrl } from "../stores/locate.ts";
import type { OperationContext } from "./operation-context.ts";
import { projectRoot } from "./workspace.ts";

/** How threads name their workspace: the project's folder, or the location of the database. */
export function workspaceName(ledger: Ledger, context: OperationContext): string {
  const { location } = ledger.store;
  return isUrl(location) ? location : projectRoot(ledger, context);
}
