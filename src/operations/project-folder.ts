import path from "node:path";
import { locateStore } from "../stores/locate.ts";
import type { OperationContext } from "./define-operation.ts";
import { storeChoice } from "./workspace.ts";

/** The folder that the workspace is about, without opening it: what it stands in, or else where we are. */
export function projectFolder(context: OperationContext, store: string | undefined): string {
  const location = locateStore(storeChoice(context, store));
  if (location === null || path.basename(location) !== ".holdall") return context.cwd;
  return path.dirname(location);
}
