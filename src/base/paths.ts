import { findInvisible } from "./text/invisible.ts";

// Matches nearly every path, so that a million of them are checked quickly: plain names without a leading dot.
const PLAIN = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/**
 * Why a path from inside a bundle cannot be used, or null when it can: it must be relative, separated by
 * `/`, stay inside, and look like what it is. `..name` is an ordinary name; `../name` is not.
 */
export function pathFault(path: string): string | null {
  return placeFault(path) ?? hiddenFault(path);
}

/** Why a path leads nowhere inside of a folder, whatever its names look like. */
export function placeFault(path: string): string | null {
  if (PLAIN.test(path)) return null;
  if (path === "") return "is empty";
  if (path.includes("\0")) return "contains a NUL character";
  if (path.includes("\\")) return "contains a backslash";
  if (path.startsWith("/")) return "is absolute";
  if (/^[A-Za-z]:/.test(path)) return "starts with a drive letter";
  if (!path.isWellFormed()) return "is not well-formed Unicode";
  const segments = path.normalize("NFC").split("/");
  if (segments.includes("..")) return "leaves the bundle";
  if (segments.includes("") || segments.includes(".")) return "has an empty or '.' segment";
  return null;
}

/**
 * What of a name cannot be seen: a control character, which a terminal obeys, or one that turns the name around
 * or makes it look like another. Joiners and selectors are accepted where they change what is seen, as in
 * Persian, Hindi and emoji; so is a line feed, which names of captured files may have.
 */
export function hiddenFault(name: string): string | null {
  if (PLAIN.test(name)) return null;
  const hidden = findInvisible(name);
  if (hidden === null) return null;
  const code = (hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const kind = /\p{Cc}/u.test(hidden) ? "control" : "invisible";
  return `contains the ${kind} character U+${code}`;
}

const NOT_PLAIN = /[^\w./-]/;
const LEADING_DOT_OR_EMPTY = /(?:^|\/)(?:\.|\/|$)/;

/** Whether there are names and all are plain; `pathFault` finds no fault with such ones. Far faster than one by one. */
export function arePlainNames(names: readonly string[]): boolean {
  const joined = names.join("/");
  return !NOT_PLAIN.test(joined) && !LEADING_DOT_OR_EMPTY.test(joined);
}

/** The same for two paths that collide on file systems which fold case or normalise Unicode. */
export function collisionKey(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
