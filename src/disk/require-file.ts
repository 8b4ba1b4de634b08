import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { nearestName } from "../base/registry.ts";
import { ioError } from "./io-error.ts";

/** A path that the user named, and what is to be done with it. */
export interface NamedPath {
  readonly absolute: string;
  /** As it was typed. */
  readonly typed: string;
  /** As in "read" or "read key". */
  readonly doing: string;
}

/** What stands at a path; refuses one where nothing stands with `E_NOT_FOUND`, and a device or pipe with `E_LINK`. */
export function requirePath(named: NamedPath): fs.Stats {
  const stat = statOf(named);
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

/** What stands at a path that must be a regular file. */
export function requireFile(named: NamedPath): fs.Stats {
  const stat = requirePath(named);
  if (!stat.isFile()) throw notAFileError(named, "it is a folder, not a file");
  return stat;
}

/** Refuses what is not a regular file. */
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

function nearestPath({ absolute, typed }: NamedPath): string | null {
  try {
    const near = nearestName(path.basename(absolute), fs.readdirSync(path.dirname(absolute)));
    return near && path.join(path.dirname(typed), near);
  } catch {
    // A folder that cannot be listed offers nothing to suggest.
    return null;
  }
}
