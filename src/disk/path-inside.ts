import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";

/**
 * The path of a file or folder below a folder whose content may come from anyone: a project, a bundle that was laid
 * out, what a program left. A link in the place of a folder would lead a write elsewhere, and one to a device would
 * be read without end; so what exists of the path must consist of real folders and a regular file.
 *
 * Every write into such a folder goes through this function.
 */
export function pathInside(root: string, relative: string): string {
  const segments = relative.split("/");
  let at = root;
  for (const [index, segment] of segments.entries()) {
    at = path.join(at, segment);
    const found = fs.lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) break;
    const isLast = index === segments.length - 1;
    if (found.isDirectory() || (isLast && found.isFile())) continue;
    const kind = isLast ? "neither a file nor a folder" : "not a folder";
    const what = found.isSymbolicLink() ? "a link" : kind;
    throw new HoldallError("E_LINK", `Cannot use "${relative}": "${at}" is ${what}`, {
      cure: `put a ${isLast ? "file or folder" : "folder"} in its place; links in a project are not followed`,
    });
  }
  return path.join(root, relative);
}
