/** Paths of a workspace, and what lies inside what, with links followed. */

import fs from "node:fs";
import path from "node:path";

/** The folder of a workspace, and the one in it for files that tools create. */
const WORKSPACE_FOLDER = ".holdall";
const OUTPUT_FOLDER = "out";

/** Whether a path leads into a workspace's own files; its output folder does not count. */
export function isInWorkspace(target: string): boolean {
  const parts = target.split(/[/\\]/).map((part) => part.toLowerCase());
  return parts.includes(WORKSPACE_FOLDER) && !isInOutputFolder(target);
}

/** Whether a path leads to something in the output folder of a workspace. */
export function isInOutputFolder(target: string): boolean {
  const parts = target.split(/[/\\]/).map((part) => part.toLowerCase());
  const at = parts.indexOf(WORKSPACE_FOLDER);
  const isNested = parts.lastIndexOf(WORKSPACE_FOLDER) !== at;
  return at !== -1 && !isNested && parts[at + 1] === OUTPUT_FOLDER && parts.length > at + 2;
}

/** The output folder of a surface whose user chose none. */
export function defaultOutputFolder(project: string): string {
  return path.join(realPath(project), WORKSPACE_FOLDER, OUTPUT_FOLDER);
}

/** Whether a path is a folder itself or lies in it. */
export function isInside(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === "" || !(/^\.\.(?:[/\\]|$)/.test(relative) || path.isAbsolute(relative));
}

/** The real path of something that may not exist yet: its nearest existing folder, resolved. */
export function realPath(target: string): string {
  // Follows links; a dangling one is resolved like a file that does not exist.
  if (fs.existsSync(target)) return fs.realpathSync(target);
  const parent = path.dirname(target);
  return parent === target ? target : path.join(realPath(parent), path.basename(target));
}
