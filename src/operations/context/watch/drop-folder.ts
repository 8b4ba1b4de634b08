import type { OperationContext } from "../../operation/operation.ts";
import type { Place } from "../disk/workspace.ts";

/** Looks into the drop folder and returns the names of bundles that were created. */
export async function scanDropFolder(
  _context: OperationContext,
  _watch: { readonly place: Place; readonly now?: string | undefined },
): Promise<readonly string[]> {
  return [];
}
