import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { compareBytes } from "../../../base/file-set.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { isArchiveName } from "../../../bundles/archive-name.ts";
import { isZipName } from "../../../disk/zip-name.ts";

/** A task that is to be run. */
export interface TaskPlace {
  /** As it was named, or as its folder was named. */
  readonly location: string;
  /** Whether its folder was named and not the task itself: then the others run without it. */
  readonly isOneOfMany: boolean;
}

const INDEX = "bundle.json";
/** Most tasks of one folder. */
const MAX_TASKS = 1000;

/** The tasks at a location: itself, or those in a folder that is no bundle. Folders below are not looked into. */
export function findTasks(cwd: string, location: string): readonly TaskPlace[] {
  const absolute = path.resolve(cwd, location);
  if (location === "" || !isFolderOfTasks(absolute)) return [{ location, isOneOfMany: false }];
  const found = fs
    .readdirSync(absolute, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith(".") && isTask(absolute, entry))
    .map(({ name }) => name);
  if (found.length === 0) {
    throw new HoldallError("E_NOT_FOUND", `Cannot run "${location}": it contains no task bundles`, {
      cure: `make one of a project with \`holdall task pack --prompt 'Make npm test pass' --workspace ${quoteForShell(location)} --out ../job\`, or name task bundles, or a folder whose direct children are task bundles`,
    });
  }
  if (found.length > MAX_TASKS) {
    const state = `it contains ${found.length} tasks, the limit is ${MAX_TASKS}`;
    throw new HoldallError("E_LIMIT", `Cannot run "${location}": ${state}`, {
      cure: "divide them among several folders",
    });
  }
  return found.sort(compareBytes).map((name) => {
    return { location: path.join(location, name), isOneOfMany: true };
  });
}

function isFolderOfTasks(absolute: string): boolean {
  const isFolder = fs.statSync(absolute, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder && !hasIndex(absolute);
}

/** Links are not followed: one could lead out of the folder, or to the same task again. */
function isTask(folder: string, entry: fs.Dirent): boolean {
  if (entry.isDirectory()) return hasIndex(path.join(folder, entry.name));
  return entry.isFile() && (isArchiveName(entry.name) || isZipName(entry.name));
}

function hasIndex(folder: string): boolean {
  try {
    return fs.lstatSync(path.join(folder, INDEX), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true; // A folder that nobody may enter: reading it says so.
  }
}
