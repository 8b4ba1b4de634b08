import path from "node:path";
import { isUrl, locateStore } from "../stores/locate.ts";
import type { OperationContext } from "./operation-context.ts";
import { storeChoice } from "./store-input.ts";

/** The configuration file in a project's root. */
export const CONFIG_FILE = "holdall.yaml";

/**
 * The project of the workspace at a location: the parent of `.holdall`, a workspace's own folder
 * under any other name, or the current folder for a database.
 */
export function projectOf(location: string, cwd: string): string {
  if (isUrl(location)) return cwd;
  return isInProject(location) ? path.dirname(location) : location;
}

/** The project of the chosen workspace, without opening it; the current folder if there is none. */
export function locateProject(context: OperationContext, store: string | undefined): string {
  const location = locateStore(storeChoice(context, store));
  return location === null ? context.cwd : projectOf(location, context.cwd);
}

/**
 * The folder in which a model may name paths: the project, but never the own folder of a workspace
 * that is not inside one, because a model could overwrite the database there.
 */
export function folderForModels(context: OperationContext, store: string | undefined): string {
  const location = locateStore(storeChoice(context, store));
  return location !== null && isInProject(location) ? path.dirname(location) : context.cwd;
}

function isInProject(location: string): boolean {
  return path.basename(location) === ".holdall";
}
