/** Finds the workspace of responsibilities that a command is about, and the folders in it. */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { compareBytes } from "../../base/file-set.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { isInside, realPath } from "../../runtime/workspace-paths.ts";
import { isUrl } from "../../stores/locate.ts";
import type { WorkspaceConfig } from "../workspace/config.ts";
import { isId, requireId } from "../workspace/ids.ts";
import { BUNDLE, CONFIG, rootFolders } from "../workspace/layout.ts";
import { type ReadConfig, readConfig } from "./kept-config.ts";
import { createIgnoredFolder } from "./own-files.ts";

/** A workspace of responsibilities on disk. */
export interface Place extends ReadConfig {
  readonly root: string;
  /** The workspace's store; undefined for the usual one. */
  readonly store: string | undefined;
}

/** How a command names its workspace. */
export interface PlaceInput {
  readonly workspace?: string | undefined;
  readonly store?: string | undefined;
}

/** Opens the named workspace, else that of the current folder or the nearest one above. */
export function openPlace(context: OperationContext, input: PlaceInput): Place {
  const root = findRoot(context.cwd, input.workspace);
  if (root === null) {
    const where = input.workspace ?? context.cwd;
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot find a workspace of responsibilities in "${where}"`,
      {
        cure: "create one with `holdall init --responsibility NAME`",
      },
    );
  }
  const { config, isKept } = readConfig(root);
  return { root, config, isKept, store: chooseStore(context, root, config, input.store) };
}

/** The nearest folder with the settings of a workspace; null if there is none. */
function findRoot(cwd: string, named: string | undefined): string | null {
  if (named !== undefined) {
    const folder = path.resolve(cwd, named);
    return fs.existsSync(path.join(folder, CONFIG)) ? folder : null;
  }
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, CONFIG))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

/**
 * The store: as named, else by the variables, else by `sor` of the settings, else the project's own. The
 * settings come with a project, so they may only name a folder inside it.
 */
function chooseStore(
  context: OperationContext,
  root: string,
  { sor }: WorkspaceConfig,
  named: string | undefined,
): string | undefined {
  if (named !== undefined || process.env.HOLDALL_STORE) return named;
  if (process.env.RESPONSIBILITY_OS_SOR) return process.env.RESPONSIBILITY_OS_SOR;
  const own = path.join(root, ".holdall");
  if (sor === undefined) return fs.existsSync(own) ? own : undefined;
  const folder = path.resolve(root, sor);
  if (!isUrl(sor) && isInside(realPath(folder), realPath(root))) return folder;
  context.note(`${CONFIG}: "sor" names something outside the project and was ignored; use --store`);
  return fs.existsSync(own) ? own : undefined;
}

/** The folder of a responsibility; the id is checked before a path is built from it. */
export function responsibilityRoot({ root, config }: Place, id: string): string {
  requireId(id);
  for (const folder of rootFolders) {
    const candidate = path.join(root, folder, id);
    const isUnmarked = folder === "" && !isAtRoot({ root, config }, id);
    if (isFolder(path.join(root, folder)) && isFolder(candidate) && !isUnmarked) return candidate;
  }
  if (isFolder(path.join(root, BUNDLE)) && listIn(root, config).length === 0) return root;
  throw new HoldallError("E_NOT_FOUND", `Cannot find the responsibility "${id}" in "${root}"`, {
    cure: "list those that exist with `holdall context status`, or create it with `holdall init --responsibility`",
  });
}

/** The folder of a responsibility; null when the workspace has none. */
export function findResponsibility(place: Place, id: string): string | null {
  try {
    return responsibilityRoot(place, id);
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_NOT_FOUND") return null;
    throw error;
  }
}

/** The path from the folder of a responsibility to that of another one; null if they have one, or none. */
export function folderSeenFrom(place: Place, reader: string, other: string): string | null {
  const from = isId(reader) ? findResponsibility(place, reader) : null;
  const to = isId(other) ? findResponsibility(place, other) : null;
  if (from === null || to === null || from === to) return null;
  return path.relative(from, to).split(path.sep).join("/");
}

/** The ids of all responsibilities of a workspace, sorted. */
export function listResponsibilities({ root, config }: Place): readonly string[] {
  const found = listIn(root, config);
  if (found.length > 0) return found;
  return isFolder(path.join(root, BUNDLE)) ? [config.workspace_id] : [];
}

/** The responsibility in whose folder something lies; null where there is none. */
export function responsibilityAround(place: Place, folder: string): string | null {
  const real = realPath(folder);
  const isAround = (id: string) => isInside(real, realPath(responsibilityRoot(place, id)));
  return listResponsibilities(place).find(isAround) ?? null;
}

/** Folders that are not those of a responsibility, although they lie where one could. */
const OTHERS = new Set(["registry", "responsibilities", "context", "telemetry", "queue"]);

/** Whether a folder beside others, such as `src`, has the mark of a responsibility. */
function isAtRoot({ root, config }: Pick<Place, "root" | "config">, name: string): boolean {
  const isOther = OTHERS.has(name) || name === config.drop_dir;
  return !isOther && isResponsibility(path.join(root, name), "");
}

function listIn(root: string, config: WorkspaceConfig): readonly string[] {
  const ids = new Set<string>();
  for (const folder of rootFolders) {
    for (const name of foldersIn(path.join(root, folder))) {
      const isOne =
        folder === ""
          ? isAtRoot({ root, config }, name)
          : isResponsibility(path.join(root, folder, name), folder);
      if (isOne && isId(name)) ids.add(name);
    }
  }
  return [...ids].sort(compareBytes);
}

/** Bundles of other formats have a `manifest.json` too: beside other folders it is no mark of its own. */
function isResponsibility(folder: string, parent: string): boolean {
  const marks = [BUNDLE, "kernel.md", ...(parent === "" ? [] : ["manifest.json"])];
  return marks.some((name) => fs.existsSync(path.join(folder, name)));
}

function foldersIn(folder: string): readonly string[] {
  if (!isFolder(folder)) return [];
  const names = fs.readdirSync(folder, { withFileTypes: true });
  return names
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name);
}

/** A link is not followed: it could lead out of the workspace. */
function isFolder(target: string): boolean {
  return fs.lstatSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What this program keeps in a workspace for itself. */
export const CURATOR_FOLDER = ".curator";

/** The folder with locks, staging and caches of a responsibility; git ignores it. */
export function curatorFolder({ root }: Place, id: string): string {
  return createIgnoredFolder(root, `${CURATOR_FOLDER}/${requireId(id)}`);
}
