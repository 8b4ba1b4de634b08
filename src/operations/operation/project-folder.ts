import path from "node:path";
import { isUrl, locateStore } from "../../stores/locate.ts";
import type { OperationContext } from "./operation.ts";
import { storeChoice } from "./store-input.ts";

/** The file in a project's root that says how Holdall is to work there. */
export const CONFIG_FILE = "holdall.yaml";

/**
 * The project that the workspace at a location is about, with its files and its configuration: the folder
 * that `.holdall` stands in, a workspace's own folder under any other name, or where we are for a database.
 */
export function projectOf(location: string, cwd: string): string {
  if (isUrl(location)) return cwd;
  return isInProject(location) ? path.dirname(location) : location;
}

/** The project of the workspace that is meant, without opening it; where we are when there is none. */
export function locateProject(context: OperationContext, store: string | undefined): string {
  const location = locateStore(storeChoice(context, store));
  return location === null ? context.cwd : projectOf(location, context.cwd);
}

/**
 * The folder that a model may name paths in. It is the project, but never the own folder of a workspace
 * that stands by itself: there a model would write over the database.
 */
export function folderForModels(context: OperationContext, store: string | undefined): string {
  const location = locateStore(storeChoice(context, store));
  return location !== null && isInProject(location) ? path.dirname(location) : context.cwd;
}

function isInProject(location: string): boolean {
  return path.basename(location) === ".holdall";
}
