import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { nearestName } from "../base/registry.ts";
import { cleanUpAbandoned } from "./abandoned.ts";
import { ioError } from "./io-error.ts";

/** A path that the user gave, and what is to be done with it. */
export interface NamedPath {
  readonly absolute: string;
  /** As it was typed. */
  readonly typed: string;
  /** As in "read" or "read key". */
  readonly doing: string;
}

/** The file or folder at a path; `E_NOT_FOUND` when there is nothing, `E_LINK` for a device or pipe. */
export function requirePath(named: NamedPath): fs.Stats {
  const stat = statOf(named) ?? statRecovered(named);
  if (!stat) {
    const { doing, typed } = named;
    const near = nearestPath(named);
    throw new HoldallError("E_NOT_FOUND", `Cannot ${doing} "${typed}": it does not exist`, {
      ...(near === null ? {} : { cure: `did you mean "${near}"?` }),
    });
  }
  if (!stat.isFile() && !stat.isDirectory())
    throw notAFileError(named, "neither a file nor a folder");
  return stat;
}

/** The regular file at a path; a folder is a mistake of the caller and `E_USAGE`. */
export function requireFile(named: NamedPath): fs.Stats {
  const stat = requirePath(named);
  if (stat.isFile()) return stat;
  const { doing, typed } = named;
  throw new HoldallError("E_USAGE", `Cannot ${doing} "${typed}": it is a folder, not a file`);
}

/** The error for something that is not a regular file. */
export function notAFileError(
  { doing, typed }: Omit<NamedPath, "absolute">,
  state: string,
): HoldallError {
  return new HoldallError("E_LINK", `Cannot ${doing} "${typed}": ${state}`);
}

function statOf({ absolute, doing, typed }: NamedPath): fs.Stats | undefined {
  try {
    return fs.statSync(absolute, { throwIfNoEntry: false });
  } catch (cause) {
    throw ioError(cause, `${doing} "${typed}"`);
  }
}

/** A folder that is being replaced may be missing because a process was killed meanwhile. */
function statRecovered(named: NamedPath): fs.Stats | undefined {
  cleanUpAbandoned(path.dirname(named.absolute), path.basename(named.absolute));
  return statOf(named);
}

function nearestPath({ absolute, typed }: NamedPath): string | null {
  try {
    const near = nearestName(path.basename(absolute), fs.readdirSync(path.dirname(absolute)));
    return near && path.join(path.dirname(typed), near);
  } catch {
    // A folder that cannot be listed has no names to suggest.
    return null;
  }
}
