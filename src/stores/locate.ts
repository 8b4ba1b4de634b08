/**
 * Finds the workspace that a command works on. A named location wins, then `HOLDALL_STORE`, then
 * the nearest `.holdall` folder upwards, as version control systems do it.
 */

import fs from "node:fs";
import path from "node:path";

/** The name of a workspace's folder inside a project. */
const WORKSPACE = ".holdall";

const URL_SCHEME = /^([a-z][a-z0-9+.-]+):\/\//i;

/** The scheme of a location that is a URL; null for the path of a folder. */
export function schemeOf(location: string): string | null {
  return URL_SCHEME.exec(location)?.[1]?.toLowerCase() ?? null;
}

/** Whether a location is the URL of a server rather than the path of a folder. */
export function isUrl(location: string): boolean {
  return schemeOf(location) !== null;
}

/** A location as drivers take it: a URL as it is, a path made absolute. */
export function resolveLocation(cwd: string, location: string): string {
  return isUrl(location) ? location : path.resolve(cwd, location);
}

/** The sources from which the location of a workspace is chosen. */
export interface StoreChoice {
  /** What the user named, a folder or a URL; wins over everything. */
  readonly named?: string | undefined;
  readonly cwd: string;
  /** HOLDALL_STORE */
  readonly environment?: string | undefined;
}

/**
 * The location of the workspace: as named, else `.holdall` in this folder or the nearest parent;
 * null if there is none. A named location is not checked here: the driver reports a missing one
 * with its own cure.
 */
export function locateStore(choice: StoreChoice): string | null {
  const named = namedStore(choice);
  if (named !== null) return named;
  for (let folder = choice.cwd; ; folder = path.dirname(folder)) {
    const found = path.join(folder, WORKSPACE);
    if (isFolder(found)) return found;
    if (path.dirname(folder) === folder) return null;
  }
}

/** The workspace in a folder, or that the folder itself is; null if there is none. */
export function storeIn(folder: string): string | null {
  const found = path.basename(folder) === WORKSPACE ? folder : path.join(folder, WORKSPACE);
  return isFolder(found) ? found : null;
}

function isFolder(target: string): boolean {
  return fs.statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Where a new workspace goes: as named, else `.holdall` in this folder. */
export function newStoreLocation(choice: StoreChoice): string {
  return namedStore(choice) ?? path.join(choice.cwd, WORKSPACE);
}

function namedStore({ named, cwd, environment }: StoreChoice): string | null {
  const location = named || environment;
  if (!location) return null;
  return resolveLocation(cwd, location);
}
