import { checkRecord } from "../../base/check-record.ts";
import { compareBytes } from "../../base/file-set.ts";
import type { Findings, Place } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import { pathFault } from "../../base/paths.ts";
import { excerpt } from "../../base/text.ts";
import { type ListedFile, listedFileRecord } from "./records.ts";

/** No system has longer paths, and bounded ones bound the memory of a list of them. */
const PATH_MAX = 4096;
/** Git's mode of a symbolic link. */
export const LINK_MODE = "120000";

/** Checks one element of a manifest's `files`; null when it cannot be used. */
export function checkListed(value: unknown, place: Place, findings: Findings): ListedFile | null {
  if (!checkRecord(listedFileRecord, value, place, findings)) return null;
  const fault = listedFault(value);
  if (fault === null) return compact(value);
  const at = { ...place, pointer: `${place.pointer ?? ""}/${fault.key}` };
  findings.error(fault.code, at, fault.message);
  return null;
}

/** The listed file that a value holds, when nothing is wrong with it. */
export function toListed(value: unknown): ListedFile | null {
  const result = listedFileRecord.schema.safeParse(value);
  return result.success && listedFault(result.data) === null ? compact(result.data) : null;
}

interface ListedFault {
  readonly key: "path" | "target" | "sha256";
  readonly code: "E_PATH" | "E_SHAPE" | "E_DIGEST";
  readonly message: string;
}

function listedFault(file: ListedFile): ListedFault | null {
  const fault = file.path.length > PATH_MAX ? "is too long" : pathFault(file.path);
  if (fault !== null) {
    return { key: "path", code: "E_PATH", message: `The path "${excerpt(file.path)}" ${fault}` };
  }
  return file.mode === LINK_MODE ? linkFault(file) : null;
}

/** A link is kept as its target alone: hashed like a file, and never leading out of the workspace. */
function linkFault({ path, target, sha256: declared, size }: ListedFile): ListedFault | null {
  if (typeof target !== "string" || target === "" || target.length > PATH_MAX) {
    return { key: "target", code: "E_SHAPE", message: "A link needs the target it points to" };
  }
  if (leaves(path, target)) {
    const message = `The target "${excerpt(target)}" leaves the workspace`;
    return { key: "target", code: "E_PATH", message };
  }
  if (sha256(target) === declared && Buffer.byteLength(target) === size) return null;
  return { key: "sha256", code: "E_DIGEST", message: "The target does not match its SHA-256" };
}

function leaves(path: string, target: string): boolean {
  if (target.startsWith("/") || /^[A-Za-z]:|[\\\0]/.test(target)) return true;
  let depth = path.split("/").length - 1;
  for (const segment of target.split("/")) {
    if (segment === "..") depth--;
    else if (segment !== "" && segment !== ".") depth++;
    if (depth < 0) return true;
  }
  return false;
}

function compact({ path, sha256, size, mode, target }: ListedFile): ListedFile {
  return mode == null ? { path, sha256, size } : { path, sha256, size, mode, target };
}

/** Orders listed files as a file set orders its entries. */
export function byPath(left: ListedFile, right: ListedFile): number {
  return compareBytes(left.path, right.path);
}
