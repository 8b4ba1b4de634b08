/** A login that a run gets as a copy, so that no process of the run writes into the user's own. */

import fs from "node:fs";
import path from "node:path";
import { isObject, type Json } from "../../../base/json/value.ts";
import { readExternalText, replaceTextFile } from "../../../disk/replace-text-file.ts";
import { createFolders } from "../../../durable/files.ts";

/** A copy of a login in a clean home. */
export interface CopiedLogin {
  /** Where the copy is. */
  readonly place: string;
  /**
   * Carries a renewed login from the copy to the user's file, or from the user's file to the copy, where only one of
   * them has changed: the old login is worthless once it was renewed. Returns false when the run left something that
   * is no login; the user's stays as it was.
   */
  keep(): boolean;
  close(): void;
}

/** Most bytes of a renewed login. */
const MAX_LOGIN_BYTES = 1024 * 1024;

/** Copies a login; null when the user has none. */
export function copyLogin(file: string, place: string): CopiedLogin | null {
  let known = readExternalText(file);
  if (known === null) return null;
  createFolders(path.dirname(place), 0o700);
  // Kept open: by its name it could be led elsewhere while the run is under way.
  const copy = fs.openSync(place, "wx+", 0o600);
  writeOver(copy, known);
  let isOutdated = false;
  const keep = (): boolean => {
    const own = readExternalText(file);
    const found = readCopy(place);
    if (own === null || found === null || isOutdated) return true;
    if (found !== own && own !== known) {
      // Another run or the user has renewed it; a copy that was renewed as well comes too late.
      isOutdated = found !== known;
      if (!isOutdated) writeOver(copy, own);
    } else if (found !== own) {
      if (!isLoginLike(found, own)) return false;
      replaceTextFile(file, found);
    }
    known = found === known ? own : found;
    return true;
  };
  return { place, keep, close: () => fs.closeSync(copy) };
}

function writeOver(file: number, text: string): void {
  const bytes = Buffer.from(text);
  fs.writeSync(file, bytes, 0, bytes.length, 0);
  fs.ftruncateSync(file, bytes.length);
}

/** The text of a copy, empty for what is no text; null when there is none, or a link or a folder. */
function readCopy(place: string): string | null {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  let file: number;
  try {
    file = fs.openSync(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fs.fstatSync(file);
    if (!stat.isFile()) return null;
    if (stat.size > MAX_LOGIN_BYTES) return "";
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(fs.readFileSync(file));
  } catch {
    return "";
  } finally {
    fs.closeSync(file);
  }
}

/** Whether a text can be a renewed login: it has all that the old one had, or is at least not empty. */
function isLoginLike(renewed: string, before: string): boolean {
  if (renewed.trim() === "") return false;
  const old = parseJson(before);
  if (!isObject(old)) return true;
  const found = parseJson(renewed);
  return isObject(found) && Object.keys(found).length > 0 && hasShapeOf(found, old);
}

/** Whether a value has all keys of another one, with values of the same kind. */
function hasShapeOf(found: Json | undefined, old: Json | undefined): boolean {
  if (old === null || old === undefined) return found !== undefined;
  if (Array.isArray(old)) return Array.isArray(found);
  if (!isObject(old)) return typeof found === typeof old;
  return (
    isObject(found) &&
    Object.entries(old).every(
      ([key, value]) => Object.hasOwn(found, key) && hasShapeOf(found[key], value),
    )
  );
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
