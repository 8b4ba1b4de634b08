import { checkRecord } from "../../base/check-record.ts";
import { findEscapingLinks } from "../../base/escaping-links.ts";
import { compareBytes } from "../../base/file-set.ts";
import type { Findings, Place } from "../../base/findings.ts";
import { isSha256, sha256 } from "../../base/hash.ts";
import { isObject } from "../../base/json/value.ts";
import { hiddenFault, pathFault } from "../../base/paths.ts";
import { excerpt } from "../../base/text/text.ts";
import { type ListedFile, listedFileRecord } from "../../model/task-bundle-records.ts";

/** No system has longer paths, and the bound also limits the memory of a list of them. */
const PATH_MAX = 4096;
/** Git's mode of a symbolic link. */
export const LINK_MODE = "120000";

/** The listed file of an element of a manifest, if nothing is wrong with it. */
export function parseListedFile(value: unknown): ListedFile | null {
  if (!isPlain(value) && !listedFileRecord.schema.safeParse(value).success) return null;
  // The line above has proved it.
  const file = value as ListedFile;
  return isUsable(file) ? file : null;
}

/** Whether a listed file of the right shape stays inside the workspace. */
export function isUsable(file: ListedFile): boolean {
  return listedFault(file) === null;
}

/** Git's modes of files; what we write has one of them. */
const FILE_MODES: ReadonlySet<unknown> = new Set([undefined, "100644", "100755"]);

/** The schema for an element that is an ordinary file, by hand: there may be a million of them. */
function isPlain(value: unknown): value is ListedFile {
  if (!isObject(value)) return false;
  const { path, sha256, size, mode, target } = value;
  return (
    typeof path === "string" &&
    typeof sha256 === "string" &&
    isSha256(sha256) &&
    Number.isSafeInteger(size) &&
    Number(size) >= 0 &&
    FILE_MODES.has(mode) &&
    target === undefined
  );
}

/** Adds everything that is wrong with an element of a manifest. */
export function reportListedFile(value: unknown, place: Place, findings: Findings): void {
  if (!checkRecord(listedFileRecord, value, place, findings)) return;
  const fault = listedFault(value);
  if (fault === null) return;
  const at = { ...place, pointer: `${place.pointer ?? ""}/${fault.key}` };
  findings.error(fault.code, at, fault.message);
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

/**
 * A link is recorded by its target alone: hashed like a file, and never leading out of the workspace. What it
 * does together with other links is checked when all are known.
 */
function linkFault({ path, target, sha256: declared, size }: ListedFile): ListedFault | null {
  if (typeof target !== "string" || target === "" || target.length > PATH_MAX) {
    return { key: "target", code: "E_SHAPE", message: "A link needs the target it points to" };
  }
  const hidden = hiddenFault(target);
  if (hidden !== null) {
    return { key: "target", code: "E_PATH", message: `The target "${excerpt(target)}" ${hidden}` };
  }
  const what = findEscapingLinks([{ path, target }]).get(path);
  if (what !== undefined) {
    return { key: "target", code: "E_PATH", message: `"${excerpt(path)}" is ${what}` };
  }
  if (sha256(target) === declared && Buffer.byteLength(target) === size) return null;
  return { key: "sha256", code: "E_DIGEST", message: "The target does not match its SHA-256" };
}

/** Only the keys of the format, for lists that stay in memory: unknown keys may be of any size. */
export function pickKnownKeys({ path, sha256, size, mode, target }: ListedFile): ListedFile {
  return mode == null ? { path, sha256, size } : { path, sha256, size, mode, target };
}

/** Orders listed files as a file set orders its entries. */
export function byPath(left: ListedFile, right: ListedFile): number {
  return compareBytes(left.path, right.path);
}
