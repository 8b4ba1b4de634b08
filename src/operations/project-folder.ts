import path from "node:path";
import { locateStore } from "../stores/locate.ts";
import type { OperationContext } from "./define-operation.ts";
import { storeChoice } from "./store-input.ts";

/** The file in a project's root that says how Holdall is to work there. */
export const CONFIG_FILE = "holdall.yaml";

/** The folder that the workspace is about, without opening it: what it stands in, or else where we are. */
export function projectFolder(context: OperationContext, store: string | undefined): string {
  const location = locateStore(storeChoice(context, store));
  if (location === null || path.basename(location) !== ".holdall") return context.cwd;
  return path.dirname(location);
}

/** The folder whose configuration counts, without opening the workspace. */
export function configFolder(context: OperationContext, store: string | undefined): string {
  const location = locateStore(storeChoice(context, store));
  return location === null ? context.cwd : folderOf(location, context.cwd);
}

/** The folder whose work the workspace at a location is about. */
export function folderOf(location: string, cwd: string): string {
  if (location.includes("://")) return cwd;
  const isInside = path.basename(location) === ".holdall";
  return isInside ? path.dirname(location) : location;
}
